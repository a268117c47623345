import { DomainError } from '@lectern/contracts/errors';
import type { ClubListQuery } from '@lectern/contracts/registration-list';
import { debateClubStatus } from '@lectern/contracts/registrations/model';
import { registeredBetween } from '../registered-between/registered-between.ts';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import type { DebateClubFilter } from './debate-club-registration.repository.ts';

const statusOf = (typed: string | undefined): DebateClubFilter['status'] => {
  if (typed === undefined) return null;
  const status = debateClubStatus.safeParse(typed);
  if (!status.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status.data;
};

/** The filter of the list, its export and its addresses. Throws `invalid_request`. */
export const filterOf = (
  {
    status,
    division,
    billingCycle,
    q,
    ...days
  }: Pick<ClubListQuery, 'status' | 'division' | 'billingCycle' | 'q' | 'registeredFrom' | 'registeredUntil'>,
  timeZone: string,
): DebateClubFilter => ({
  status: statusOf(status),
  registered: registeredBetween(days, timeZone),
  division: division ?? null,
  billingCycle: billingCycle ?? null,
  search: namePattern(q),
});
