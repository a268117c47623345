/** A random name, as 32 hexadecimal digits. Not `randomUUID`, which browsers keep from pages without a secure connection. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Names what a form sends, for the `idempotency-key` header: the same contents keep their name however often they are sent, so
 * that a repeated press or a lost answer has one effect. Other contents get another, and so does everything after `renew`.
 */
export const createSubmissionKey = () => {
  let named: { contents: string; key: string } | null = null;
  return {
    keyFor: (contents: unknown): string => {
      const text = JSON.stringify(contents);
      if (named?.contents !== text) named = { contents: text, key: randomKey() };
      return named.key;
    },
    renew: (): void => {
      named = null;
    },
  };
};
