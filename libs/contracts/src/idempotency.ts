import * as z from 'zod/mini';

/** Identifies a write, so that it takes effect once however often the caller sends it. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The form of a key: 8 to 128 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'An idempotency key has 8 to 128 characters, without spaces'));

/** The key of a write, as it travels with a request between processes. */
export const idempotency = z.object({
  key: z.string(),
  /** Identifies the contents: the same key with another fingerprint is refused. */
  fingerprint: z.string(),
});
export type Idempotency = z.output<typeof idempotency>;
