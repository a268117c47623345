import { DomainError } from '@lectern/contracts/errors';
import { addDays, instantIn } from '@lectern/contracts/zoned-time';

interface Days {
  readonly madeFrom?: string | undefined;
  readonly madeUntil?: string | undefined;
}

/** The days of a query, both included, as instants: a day begins and ends with the clocks of the time zone. Throws `invalid_request` for days in the wrong order. */
export const madeBetween = (
  { madeFrom, madeUntil }: Days,
  timeZone: string,
): { from: string | null; before: string | null } => {
  if (madeFrom !== undefined && madeUntil !== undefined && madeUntil < madeFrom)
    throw new DomainError('invalid_request', {
      fields: { madeUntil: 'Choose a day that is not before the first one' },
    });
  const beginningOf = (day: string): string => instantIn(timeZone, day, '00:00').toISOString();
  return {
    from: madeFrom === undefined ? null : beginningOf(madeFrom),
    before: madeUntil === undefined ? null : beginningOf(addDays(madeUntil, 1)),
  };
};
