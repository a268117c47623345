import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { type ListedPerson, listedMembership, type PersonFilters } from '@lectern/contracts/identity/listed-person';
import { exportPeople, listPeople } from '@lectern/contracts/identity/listed-person-rpc';
import type { ExportSlice } from '@lectern/contracts/list-export';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import * as z from 'zod/mini';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { dayOf } from '../session/start-session.ts';
import { tagKey } from '../tag/person-tag.repository.ts';
import { ListedPersonRepository, type PersonFilter } from './listed-person.repository.ts';

/** All people of the association, of which identity keeps a list, also as a file. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListPeople {
  constructor(
    private readonly people: ListedPersonRepository,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  @Handles(listPeople)
  async execute(query: RpcInput<typeof listPeople>): Promise<Page<ListedPerson>> {
    return this.people.page(await this.filterOf(query), query);
  }

  @Handles(exportPeople)
  async export(request: RpcInput<typeof exportPeople>): Promise<ExportSlice> {
    const { timeZone } = await this.association.current();
    return this.people.export(await this.filterOf(request), request, timeZone);
  }

  private async filterOf({
    q,
    tag,
    status,
    ...filters
  }: PersonFilters & Pick<ListQuery, 'q' | 'status'>): Promise<PersonFilter> {
    const membership = z.optional(listedMembership).safeParse(status);
    if (!membership.success)
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    return {
      ...filters,
      status: membership.data,
      tagKey: tag === undefined ? null : tagKey(tag),
      search: namePattern(q),
      now: this.clock.now(),
      today: dayOf(this.clock.now(), (await this.association.current()).timeZone),
    };
  }
}
