import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { IdentityConfig } from '../config.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Sizes of the nonce and the tag, from NIST SP 800-38D. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Another form of sealing gets another number, so that rows of both can be told apart. */
const VERSION = '1';

/**
 * Makes secrets unreadable in the database: sealed with a key that only this process knows, and bound to their owner, so that a row that
 * was copied to another person does not open.
 */
@Injectable()
export class SecretSeal {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(@Inject(IdentityConfig) config: IdentityConfig) {
    const keyOf = (secret: string): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', 'lectern:second-factor:1', KEY_BYTES));
    const [first, ...others] = validSecrets(config, 'SECOND_FACTOR_KEY');
    this.keys = [keyOf(first), ...others.map(keyOf)];
  }

  seal(ownerId: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0], nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(ownerId),
    );
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${sealed.toString('base64url')}`;
  }

  /** Throws where it was sealed with a key that is not valid, was sealed for another person, or was changed. */
  open(ownerId: string, sealed: string): string {
    return this.openWithAny(ownerId, sealed).secret;
  }

  /** The same secret, sealed with the key that seals now; null where it is already. Throws where it does not open. */
  reseal(ownerId: string, sealed: string): string | null {
    const { secret, key } = this.openWithAny(ownerId, sealed);
    return key === this.keys[0] ? null : this.seal(ownerId, secret);
  }

  private openWithAny(ownerId: string, sealed: string): { secret: string; key: Buffer } {
    let refusal: unknown;
    for (const key of this.keys) {
      try {
        return { secret: openWith(key, ownerId, sealed), key };
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }
}

const openWith = (key: Buffer, ownerId: string, sealed: string): string => {
  const [version, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (version !== VERSION || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('This is not a sealed secret');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};
