import type { Transaction } from '@lectern/service-kit/database/transaction';
import { nameKey } from '@lectern/service-kit/person/name-key';

/** SQL fragments on the rows of a table; `$row` stands for one of them. */
interface Registrations {
  readonly table: 'tournament_registrations' | 'bootcamp_registrations';
  /** SQL: whether a row exists. */
  readonly isThere: string;
  /** SQL: whether a row has released its place. */
  readonly isReleased: string;
}

export const ENTRIES: Registrations = {
  table: 'tournament_registrations',
  isThere: 'true',
  isReleased: '$row.released_at IS NOT NULL',
};
export const SEATS: Registrations = {
  table: 'bootcamp_registrations',
  isThere: '$row.hidden_at IS NULL',
  isReleased: `$row.seat = 'released'`,
};

/**
 * An account's registrations that are unpaid, or free and on the waitlist, for future events where it has a better one in the
 * same name, one of the two by a claim. The better one is one with a place, else the first on the waitlist; of two places a paid
 * one, else the account's own before a granted one, else the earlier one. In the order in which their events are locked.
 */
export const unpaidDuplicates = (
  tx: Transaction,
  { table, isThere, isReleased }: Registrations,
  userId: string,
  now: Date,
): Promise<{ id: string; eventId: string }[]> => {
  const of = (expression: string, row: string): string => expression.replaceAll('$row', row);
  const rank = (row: string): string =>
    `(${of(isReleased, row)}, COALESCE(${row}.waitlisted_at, '-infinity'), ${row}.payment_status <> 'paid', ${row}.claim_made_at IS NOT NULL, ${row}.registered_at, ${row}.id)`;
  return tx.manager.query(
    `SELECT second.id, second.event_id AS "eventId" FROM ${table} second JOIN events ON events.id = second.event_id
     WHERE second.user_id = $1 AND (second.payment_status = 'pending' OR second.waitlisted_at IS NOT NULL) AND NOT second.in_other_name AND ${of(isThere, 'second')} AND events.datetime > $2
       AND EXISTS (SELECT 1 FROM ${table} first WHERE first.user_id = $1 AND first.event_id = second.event_id AND first.id <> second.id
         AND NOT first.in_other_name AND ${of(isThere, 'first')} AND first.payment_status <> 'refunded'
         AND ${nameKey('first.first_name', 'first.last_name')} = ${nameKey('second.first_name', 'second.last_name')}
         AND (first.claim_made_at IS NOT NULL OR second.claim_made_at IS NOT NULL)
         AND ${rank('first')} < ${rank('second')})
     ORDER BY second.event_id, second.id`,
    [userId, now],
  );
};
