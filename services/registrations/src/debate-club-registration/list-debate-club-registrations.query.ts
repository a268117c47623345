import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { DividedListQuery, ListQuery } from '@lectern/contracts/page';
import { debateClubStatus } from '@lectern/contracts/registrations/model';
import { listDebateClubRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { DebateClubRegistration } from './debate-club-registration.entity.ts';
import { presentRegistration } from './debate-club-registration.presenter.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

/** Throws `invalid_request`. */
export const statusOf = (query: Pick<ListQuery, 'status'>): DebateClubRegistration['status'] | null => {
  if (query.status === undefined) return null;
  const status = debateClubStatus.safeParse(query.status);
  if (!status.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status.data;
};

/** Newest first; `q` searches first name, last name and email. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListDebateClubRegistrations {
  constructor(private readonly registrations: DebateClubRegistrationRepository) {}

  @Handles(listDebateClubRegistrations)
  async execute(query: DividedListQuery): Promise<RpcOutput<typeof listDebateClubRegistrations>> {
    const page = await this.registrations.page(
      { status: statusOf(query), division: query.division ?? null, search: searchPattern(query.q) },
      pageRequest(query, 'registeredAt'),
    );
    return { ...page, items: page.items.map(presentRegistration) };
  }
}
