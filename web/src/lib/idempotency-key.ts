/** A fresh key. `randomUUID` exists only where the page came over TLS or from this machine; this works everywhere. */
const freshKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

export interface IdempotencyKeys {
  /** The key to send this body with: the same one as long as it is the same body, so that sending it again does nothing twice. */
  keyFor: (body: unknown) => string;
  /** After a success: what is sent next is meant anew, whatever is in it. */
  renew: () => void;
}

/** The keys of one form. Contents that were corrected after a failure are another write, and get another key. */
export const createIdempotencyKeys = (): IdempotencyKeys => {
  let held: { body: string; key: string } | null = null;
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (held?.body !== text) held = { body: text, key: freshKey() };
      return held.key;
    },
    renew: () => {
      held = null;
    },
  };
};
