import * as z from 'zod/mini';
import { division, notedPlan, uuid } from './fields.ts';
import { listQuery } from './page.ts';

// Apart from the other lists, so that pages without these load none of it.

const day = () => z.optional(z.iso.date({ error: 'Please choose a day' }));

/** Filters a list of registrations by the day of the registration, both days included, in the association's time zone. */
export const registeredQuery = { registeredFrom: day(), registeredUntil: day() };

export interface RegisteredQuery {
  readonly registeredFrom?: string | undefined;
  readonly registeredUntil?: string | undefined;
}

/** As {@link listQuery}, for a list whose rows have a division. */
const dividedListQuery = z.extend(listQuery, { division: z.optional(division('There is no such division')) });

/** For the list of the debate club, whose rows have a division and a billing cycle. */
export const clubListQuery = z.extend(dividedListQuery, {
  billingCycle: z.optional(notedPlan()),
  ...registeredQuery,
});
export type ClubListQuery = z.output<typeof clubListQuery>;

/** As {@link listQuery}, for the list of bootcamp seats, which are for an event, named by its id. */
export const eventListQuery = z.extend(listQuery, { event: z.optional(uuid()), ...registeredQuery });
export type EventListQuery = z.output<typeof eventListQuery>;

/**
 * The place of a tournament entry: one that is paid, or held until it is paid; a position on the waitlist; none, because
 * it was not paid in time (`released`), or its person has withdrawn it; or it has ended otherwise.
 */
export const entryPlace = z.enum(['paid', 'held', 'waiting', 'released', 'withdrawn', 'ended'], {
  error: 'There is no such place',
});
export type EntryPlace = z.output<typeof entryPlace>;

/**
 * For the list of tournament entries, which have a division and are for an event. `competition` is an id of its set-up; `rules`: only
 * those that break a rule of it by now.
 */
export const entryListQuery = z.extend(dividedListQuery, {
  event: eventListQuery.shape.event,
  competition: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/, { error: 'There is no such competition' }))),
  place: z.optional(entryPlace),
  rules: z.optional(z.enum(['broken'], { error: 'There is no such filter' })),
  ...registeredQuery,
});
export type EntryListQuery = z.output<typeof entryListQuery>;
