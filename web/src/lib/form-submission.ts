/**
 * Names what a form sends, for the `idempotency-key` header: the same contents keep their name however often they are sent, so
 * that a repeated press or a lost answer has one effect. Other contents get another, and so does everything after `renew`.
 */
export const createSubmissionKey = () => {
  let named: { contents: string; key: string } | null = null;
  return {
    keyFor: (contents: unknown): string => {
      const text = JSON.stringify(contents);
      // Not `randomUUID`, which browsers keep from pages without a secure connection.
      if (named?.contents !== text)
        named = { contents: text, key: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('') };
      return named.key;
    },
    renew: (): void => {
      named = null;
    },
  };
};
