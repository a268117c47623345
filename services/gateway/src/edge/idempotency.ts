import { createHash } from 'node:crypto';
import { DomainError } from '@lectern/contracts/errors';
import { type Idempotency, IDEMPOTENCY_HEADER, idempotencyKey } from '@lectern/contracts/idempotency';

/** The same text for the same contents, in whatever order their names came. */
const canonical = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** How a call names itself, with a digest of its checked contents; undefined when it does not. Throws `invalid_request`. */
export const idempotencyOf = (header: string | undefined, contents: object): Idempotency | undefined => {
  if (header === undefined) return undefined;
  const key = idempotencyKey.safeParse(header);
  if (!key.success) {
    const message = key.error.issues[0]!.message;
    throw new DomainError('invalid_request', { message, fields: { [IDEMPOTENCY_HEADER]: message } });
  }
  return {
    key: key.data,
    fingerprint: createHash('sha256').update(JSON.stringify(contents, canonical)).digest('base64url'),
  };
};
