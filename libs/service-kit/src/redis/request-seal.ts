import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The sizes of the nonce and the tag, as NIST SP 800-38D defines them. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The context of a sealed text. It opens only together with exactly these values, in this order. */
export type Binding = readonly (string | number)[];

/**
 * Keeps the messages between processes unreadable in Redis: JSON under AES-256-GCM with a key that every process knows
 * and Redis does not. A text is bound to its context, so that it does not open in another list, under another name or
 * as another request.
 */
export class RequestSeal {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  /** The first secret seals, all of them open (ADR 0022). */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    const keyOf = (secret: string): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', 'lectern:requests:1', KEY_BYTES));
    this.keys = [keyOf(first), ...others.map(keyOf)];
  }

  seal(binding: Binding, content: unknown): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0], nonce, { authTagLength: TAG_BYTES }).setAAD(bytesOf(binding));
    return Buffer.concat([
      nonce,
      cipher.update(JSON.stringify(content) ?? 'null', 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]).toString('base64');
  }

  /** Throws where it was sealed for another context or with an invalid key, or was changed. */
  open(binding: Binding, sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('This was not sealed');
    let refusal: unknown;
    for (const key of this.keys) {
      try {
        return JSON.parse(openWith(key, binding, bytes));
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }
}

const bytesOf = (binding: Binding): Buffer => Buffer.from(JSON.stringify(binding));

const openWith = (key: Buffer, binding: Binding, bytes: Buffer): string => {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(bytesOf(binding))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};
