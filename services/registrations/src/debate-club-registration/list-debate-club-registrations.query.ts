import { Injectable } from '@nestjs/common';
import type { ClubListQuery } from '@lectern/contracts/registration-list';
import { listDebateClubRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { filterOf } from './debate-club-filter.ts';
import { presentRegistration } from './debate-club-registration.presenter.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

/** Newest first; `q` searches first name, last name and email. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListDebateClubRegistrations {
  constructor(
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(listDebateClubRegistrations)
  async execute(query: ClubListQuery): Promise<RpcOutput<typeof listDebateClubRegistrations>> {
    const page = await this.registrations.page(
      filterOf(query, (await this.association.current()).timeZone),
      pageRequest(query, 'registeredAt'),
    );
    return { ...page, items: page.items.map(presentRegistration) };
  }
}
