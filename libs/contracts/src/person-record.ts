import * as z from 'zod/mini';
import { division, instant, notedPlan, uuid } from './fields.ts';
import { personMembership, type PersonSource } from './person-timeline.ts';

/**
 * A registration, a subscriber or a message, by which a service knows a mailbox, for the list of people. The highest `version` of a record
 * is the newest. `email` and `name` are empty once the record is gone, was hidden by staff, or its person was erased.
 */
export const personRecord = <const S extends readonly PersonSource[]>(sources: S) =>
  z.object({
    source: z.enum(sources),
    id: uuid(),
    version: z.number(),
    /** The account that the record belongs to, whatever address it has. */
    userId: z.nullable(uuid()),
    email: z.string(),
    name: z.string(),
    division: z.nullable(division()),
    /** The tournament or bootcamp run. */
    eventId: z.nullable(uuid()),
    /** Of a registration in the debate club. */
    plan: z.nullable(notedPlan()),
    status: z.nullable(personMembership),
    /** A payment is due until then. */
    unpaidUntil: z.nullable(instant()),
    /** When it was made. */
    since: instant(),
  });
export type PersonRecord = z.output<ReturnType<typeof personRecord<readonly PersonSource[]>>>;
