import * as z from 'zod/mini';

/** With this header a caller names a write, so that it takes effect once however often it is sent. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** What a caller may name a write: 8 to 128 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'An idempotency key has 8 to 128 characters, without spaces'));

/** A named write, as it goes with a request between processes. */
export const idempotency = z.object({
  key: z.string(),
  /** What was sent: the same key with another one is refused. */
  fingerprint: z.string(),
});
export type Idempotency = z.output<typeof idempotency>;
