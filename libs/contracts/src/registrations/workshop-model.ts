import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/** A workshop for annual members, as a member sees it. */
export const workshop = z.object({
  id: uuid(),
  title: z.string(),
  description: z.string(),
  datetime: instant(),
  endsAt: instant(),
  /** IANA zone of its displayed times. */
  timezone: z.string(),
  location: z.string(),
  registrationDeadline: instant(),
  /** `closed`: after the deadline, or closed by staff; `full`: new sign-ups join the waitlist. */
  state: z.enum(['open', 'closed', 'full']),
  /** The seats open to new sign-ups, so none while members are on the waitlist; null where there is no limit. */
  placesLeft: z.nullable(z.number()),
  /** The member's own sign-up. */
  seat: z.nullable(
    z.object({
      status: z.enum(['taken', 'waiting']),
      /** On the waitlist, from 1; null with a seat. */
      position: z.nullable(z.number()),
    }),
  ),
  /** Where it takes place online; null for everybody without a seat. */
  zoomLink: z.nullable(z.string()),
  /** The number of changes of its times, place or text, for calendars. */
  sequence: z.number(),
});
export type Workshop = z.output<typeof workshop>;

/** The workshops that are not over, soonest first. */
export const workshops = z.object({
  /** Whether the member's plan includes them now. */
  isIncluded: z.boolean(),
  workshops: z.array(workshop),
});
