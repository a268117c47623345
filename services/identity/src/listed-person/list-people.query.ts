import { Inject, Injectable } from '@nestjs/common';
import type { ListedPerson, PersonFilters } from '@lectern/contracts/identity/listed-person';
import { listPeople } from '@lectern/contracts/identity/listed-person-rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { IdentityConfig } from '../config.ts';
import { dayOf } from '../session/start-session.ts';
import { tagKey } from '../tag/person-tag.repository.ts';
import { ListedPersonRepository, type PersonFilter } from './listed-person.repository.ts';

/** All people of the association, of which identity keeps a list. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListPeople {
  constructor(
    private readonly people: ListedPersonRepository,
    private readonly clock: Clock,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  @Handles(listPeople)
  async execute(query: RpcInput<typeof listPeople>): Promise<Page<ListedPerson>> {
    return this.people.page(this.filterOf(query), query);
  }

  private filterOf({ q, tag, ...filters }: PersonFilters & { readonly q?: string | undefined }): PersonFilter {
    return {
      ...filters,
      tagKey: tag === undefined ? null : tagKey(tag),
      search: searchPattern(q),
      now: this.clock.now(),
      today: dayOf(this.clock.now(), this.config.ASSOCIATION_TIME_ZONE),
    };
  }
}
