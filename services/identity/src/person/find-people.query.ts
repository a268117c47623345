import { Injectable } from '@nestjs/common';
import { findPeople } from '@lectern/contracts/identity/rpc';
import type { FoundPeople } from '@lectern/contracts/person-timeline';
import type { RpcInput } from '@lectern/contracts/rpc';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { mergePeople, SEARCHED_ROWS } from '@lectern/service-kit/person/merge-people';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { UserRepository } from '../user/user.repository.ts';

/** Accounts by name or address, as administrators search. */
@Injectable()
export class FindPeople {
  constructor(private readonly users: UserRepository) {}

  @Handles(findPeople)
  async execute({ q }: RpcInput<typeof findPeople>): Promise<FoundPeople> {
    const pattern = searchPattern(q);
    if (pattern === null) return { people: [], hasMore: false };
    const users = await this.users.search(pattern, SEARCHED_ROWS);
    const people = users.map((user) => ({ ...user, from: ['account' as const] }));
    return mergePeople(people, q, users.length === SEARCHED_ROWS);
  }
}
