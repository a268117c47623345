import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { AdminAction as AdminActionAnswer } from '@lectern/contracts/identity/model';
import { listActionNames, listAdminActions } from '@lectern/contracts/identity/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { AdminAction } from './admin-action.entity.ts';
import { AdminActionRepository } from './admin-action.repository.ts';

/** Administrators' actions, newest first. `q` is searched in names, actions and details. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListAdminActions {
  constructor(private readonly actions: AdminActionRepository) {}

  @Handles(listAdminActions)
  async execute({ adminId, action, ...query }: RpcInput<typeof listAdminActions>): Promise<Page<AdminActionAnswer>> {
    if (query.status !== undefined)
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    const page = await this.actions.page({ search: query.q ?? '', adminId, action }, pageRequest(query, 'createdAt'));
    return { ...page, items: page.items.map(toAnswer) };
  }

  @Handles(listActionNames)
  async names(): Promise<string[]> {
    return this.actions.names();
  }
}

const toAnswer = (action: AdminAction): AdminActionAnswer => ({
  id: action.id,
  adminId: action.adminId,
  adminName: action.admin?.name ?? (action.details['by'] === 'operator' ? 'An operator' : 'A former administrator'),
  action: action.action,
  details: action.details,
  ipAddress: action.ipAddress,
  userAgent: action.userAgent,
  isOriginShortened: action.isOriginShortened,
  createdAt: action.createdAt.toISOString(),
});
