import { Controller } from '@nestjs/common';
import type { AdminAction as AdminActionAnswer } from '@lectern/contracts/identity/model';
import { listAdminActions, recordAdminAction } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { AdminAction } from './admin-action.entity.ts';
import { ListAdminActions } from './list-admin-actions.query.ts';
import { RecordAdminAction } from './record-admin-action.use-case.ts';

@Controller()
export class AdminActionRpc {
  constructor(
    private readonly listActions: ListAdminActions,
    private readonly recordAction: RecordAdminAction,
  ) {}

  @HandlesRpc(recordAdminAction)
  async record(input: RpcInput<typeof recordAdminAction>): Promise<RpcOutput<typeof recordAdminAction>> {
    await this.recordAction.execute(input);
    return {};
  }

  @HandlesRpc(listAdminActions)
  async list(input: RpcInput<typeof listAdminActions>): Promise<RpcOutput<typeof listAdminActions>> {
    const page = await this.listActions.execute(input);
    return { ...page, items: page.items.map(toAnswer) };
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
