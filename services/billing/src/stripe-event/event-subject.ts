import * as z from 'zod/mini';
import { idOf } from '../stripe/expandable.ts';

/** The subject of an event. Its other contents may be old or out of order, so nothing else of it is kept. */
export interface EventSubject {
  readonly customerId: string | null;
  readonly sessionId: string | null;
  /** Of a dispute, which names no customer. */
  readonly chargeId: string | null;
}

/** Text that Postgres can store. */
const text = z.string().check(z.regex(/^[^\0]{1,255}$/));
const reference = z.nullish(z.union([text, z.object({ id: text })]));

/** The parts of an event that are read (https://docs.stripe.com/api/events/object). */
export const snapshotEvent = z.object({
  id: text,
  type: text,
  created: z.int(),
  data: z.object({
    // Some objects have no id, a balance for example.
    object: z.object({ object: z.string(), id: z.optional(text), customer: reference, charge: reference }),
  }),
});
export type SnapshotEvent = z.output<typeof snapshotEvent>;

export const subjectOf = (event: SnapshotEvent): EventSubject => {
  const subject = event.data.object;
  const own = subject.id ?? null;
  const customerId = subject.object === 'customer' ? own : idOf(subject.customer);
  return {
    customerId,
    sessionId: subject.object === 'checkout.session' ? own : null,
    chargeId: customerId === null ? idOf(subject.charge) : null,
  };
};
