/** A random key of 32 hexadecimal digits. Not `randomUUID`, which browsers offer only to pages with a secure connection. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Makes the `idempotency-key` of a form: the same contents keep their key however often they are sent, so that a repeated press or a
 * lost answer has one effect. Other contents get another key, and so does everything after `renew`.
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
