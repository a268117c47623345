import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves to whoever holds the secret that they said this (HMAC-SHA256, as it may stand in an address). The same again each time. */
export const sign = (secret: string, said: string): string =>
  createHmac('sha256', secret).update(said).digest('base64url');

/** Whether it was made with one of these secrets. Takes the same time wherever a signature differs. */
export const isSignature = (secrets: readonly string[], said: string, given: string): boolean =>
  secrets.some((secret) => {
    const [right, other] = [sign(secret, said), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    return right.length === other.length && timingSafeEqual(right, other);
  });
