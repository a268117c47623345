import { DomainError } from '@lectern/contracts/errors';
import type { RegisteredQuery } from '@lectern/contracts/registration-list';
import { addDays, instantIn } from '@lectern/contracts/zoned-time';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** The instants between which the rows of a list were registered, without the second one. */
export interface RegisteredBetween {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The days of a query as instants: a day begins and ends with the clocks of the time zone. Throws `invalid_request` for days in the wrong order. */
export const registeredBetween = (
  { registeredFrom, registeredUntil }: RegisteredQuery,
  timeZone: string,
): RegisteredBetween => {
  if (registeredFrom !== undefined && registeredUntil !== undefined && registeredUntil < registeredFrom)
    throw new DomainError('invalid_request', {
      fields: { registeredUntil: 'Choose a day that is not before the first one' },
    });
  const beginningOf = (day: string): Date => instantIn(timeZone, day, '00:00');
  return {
    from: registeredFrom === undefined ? null : beginningOf(registeredFrom),
    before: registeredUntil === undefined ? null : beginningOf(addDays(registeredUntil, 1)),
  };
};

export const isLimited = ({ from, before }: RegisteredBetween): boolean => from !== null || before !== null;

/** Limits rows (`registration.…`), of whose order by registration there is an index. */
export const limitRegistered = <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  { from, before }: RegisteredBetween,
): void => {
  if (from !== null) rows.andWhere('registration.registeredAt >= :registeredFrom', { registeredFrom: from });
  if (before !== null) rows.andWhere('registration.registeredAt < :registeredBefore', { registeredBefore: before });
};
