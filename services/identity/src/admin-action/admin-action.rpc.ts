import { Controller } from '@nestjs/common';
import type { AdminAction as AdminActionAnswer } from '@lectern/contracts/identity/model';
import { listAdminActions } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AdminActionRepository } from './admin-action.repository.ts';

@Controller()
export class AdminActionRpc {
  constructor(private readonly actions: AdminActionRepository) {}

  @HandlesRpc(listAdminActions)
  async list(input: RpcInput<typeof listAdminActions>): Promise<AdminActionAnswer[]> {
    return (await this.actions.newest(input.limit)).map((action) => ({
      id: action.id,
      adminId: action.adminId,
      adminName: action.admin?.name ?? 'A former administrator',
      action: action.action,
      details: action.details,
      ipAddress: action.ipAddress,
      userAgent: action.userAgent,
      createdAt: action.createdAt.toISOString(),
    }));
  }
}
