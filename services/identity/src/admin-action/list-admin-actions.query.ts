import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import type { AdminAction } from './admin-action.entity.ts';
import { AdminActionRepository } from './admin-action.repository.ts';

/** Administrators' actions, newest first. `q` is searched in names, actions and details. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListAdminActions {
  constructor(private readonly actions: AdminActionRepository) {}

  async execute(query: ListQuery): Promise<Page<AdminAction>> {
    if (query.status !== undefined)
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    return this.actions.page(query.q ?? '', pageRequest(query, 'createdAt'));
  }
}
