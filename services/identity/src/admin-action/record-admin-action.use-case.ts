import { Injectable } from '@nestjs/common';
import { recordAdminAction } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from './admin-action.repository.ts';

/** Records an administrator's action that has no transaction of its own. */
@Injectable()
export class RecordAdminAction {
  constructor(
    private readonly transactor: Transactor,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(recordAdminAction)
  async execute({ by, action, details }: RpcInput<typeof recordAdminAction>): Promise<void> {
    await this.transactor.run((tx) =>
      this.actions.add(tx, { adminId: by.adminId, action, details, origin: by.origin, at: this.clock.now() }),
    );
  }
}
