import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IdentityConfig } from '../config.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Of the nonce and the tag, as NIST SP 800-38D has them. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Another form of sealing gets another number, so that rows of both can be told apart. */
const VERSION = '1';

/**
 * Keeps secrets unreadable in the database: sealed with a key that only this process knows, and bound to whose they are, so that a
 * row that was copied to somebody else does not open.
 */
@Injectable()
export class SecretSeal {
  private readonly key: Buffer;

  constructor(@Inject(IdentityConfig) config: IdentityConfig) {
    this.key = Buffer.from(hkdfSync('sha256', config.SECOND_FACTOR_KEY, '', 'lectern:second-factor:1', KEY_BYTES));
  }

  seal(ownerId: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${sealed.toString('base64url')}`;
  }

  /** Throws where it was sealed with another key or for somebody else, or was changed. */
  open(ownerId: string, sealed: string): string {
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    if (version !== VERSION || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('This is not a sealed secret');
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
