import { Injectable } from '@nestjs/common';
import { listDebateClubEmails } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { sliceRequest } from '@lectern/service-kit/paging/list-page';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { filterOf } from './debate-club-filter.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

/** Emails per slice: bounds the memory of this process and the size of a response, however long the list is. */
const SLICE = 10_000;

/** The addresses of the list, newest registration first, slice by slice. Throws `cursor_invalid`. */
@Injectable()
export class ListDebateClubEmails {
  constructor(
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(listDebateClubEmails)
  async execute({
    cursor,
    ...filter
  }: RpcInput<typeof listDebateClubEmails>): Promise<RpcOutput<typeof listDebateClubEmails>> {
    return this.registrations.emails(
      filterOf(filter, (await this.association.current()).timeZone),
      sliceRequest({ cursor }, 'registeredAt', SLICE),
    );
  }
}
