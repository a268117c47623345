import { Injectable } from '@nestjs/common';
import type { FoundPeople } from '@lectern/contracts/person-timeline';
import { findPeople } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { mergePeople, SEARCHED_ROWS } from '@lectern/service-kit/person/merge-people';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PersonRepository } from './person.repository.ts';

/** Finds registered people by name or email, for administrators. Deleted registrations do not count. */
@Injectable()
export class FindPeople {
  constructor(private readonly persons: PersonRepository) {}

  @Handles(findPeople)
  async execute({ q }: RpcInput<typeof findPeople>): Promise<FoundPeople> {
    const pattern = searchPattern(q);
    if (pattern === null) return { people: [], hasMore: false };
    const lists = await this.persons.search(pattern, SEARCHED_ROWS);
    return mergePeople(
      lists.flatMap(({ from, rows }) => rows.map(({ email, name }) => ({ email, name, from: [from] }))),
      q,
      lists.some(({ rows }) => rows.length === SEARCHED_ROWS),
    );
  }
}
