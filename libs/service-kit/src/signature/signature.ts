import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves to a holder of the secret that another holder signed this text (HMAC-SHA256, safe in a URL). Deterministic. */
export const sign = (secret: string, said: string): string =>
  createHmac('sha256', secret).update(said).digest('base64url');

/** Whether one of these secrets created the signature. Takes the same time wherever a signature differs. */
export const isSignature = (secrets: readonly string[], said: string, given: string): boolean =>
  secrets.some((secret) => {
    const [right, other] = [sign(secret, said), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    return right.length === other.length && timingSafeEqual(right, other);
  });
