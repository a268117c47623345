import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { registrationPaymentStatus } from '@lectern/contracts/registrations/model';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/** Throws `invalid_request`. */
export const paymentStatusOf = (query: Pick<ListQuery, 'status'>): TournamentRegistration['paymentStatus'] | null => {
  if (query.status === undefined) return null;
  const status = registrationPaymentStatus.safeParse(query.status);
  if (!status.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status.data;
};

/**
 * Newest first, with waitlist positions; `q` searches first name, last name and email, `status` filters by payment. Throws
 * `invalid_request` or `cursor_invalid`.
 */
@Injectable()
export class ListTournamentRegistrations {
  constructor(private readonly registrations: TournamentRegistrationRepository) {}

  async execute(
    query: ListQuery,
  ): Promise<{ page: Page<TournamentRegistration>; positions: ReadonlyMap<string, number> }> {
    const filter = { paymentStatus: paymentStatusOf(query), search: searchPattern(query.q) };
    const page = await this.registrations.page(filter, pageRequest(query, 'registeredAt'));
    const waitedFor = page.items.filter(({ waitlistedAt }) => waitlistedAt !== null).map(({ eventId }) => eventId);
    return { page, positions: await this.registrations.positions([...new Set(waitedFor)]) };
  }
}
