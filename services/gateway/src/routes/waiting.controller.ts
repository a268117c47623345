import { Controller, Inject } from '@nestjs/common';
import { listAllAdministrators } from '@lectern/contracts/identity/administrator-rpc';
import { roleMay } from '@lectern/contracts/identity/permission';
import { countWaiting } from '@lectern/contracts/messaging/conversation-rpc';
import * as http from '@lectern/contracts/system/waiting-http';
import type { Waiting } from '@lectern/contracts/system/waiting-http';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { WorkQueues } from '../queues/work-queues.ts';

/** The work that waits for staff, from each service at most one request, and only what the role may act on. */
@Controller()
export class WaitingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly work: WorkQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.countWaiting)
  async count({ caller }: Call<typeof http.countWaiting>) {
    const { role } = caller.admin;
    const [mayAnswer, maySend] = [roleMay(role, 'inbox:write'), roleMay(role, 'email:send')];
    const parts: Promise<Waiting>[] = [];
    if (mayAnswer || maySend)
      parts.push(
        this.rpc.call(countWaiting, {}).then(({ conversations, campaigns }) => ({
          ...(mayAnswer ? { conversations } : {}),
          ...(maySend ? { campaigns } : {}),
        })),
      );
    if (roleMay(role, 'staff:write'))
      parts.push(
        this.rpc.call(listAllAdministrators, {}).then((admins) => ({
          invitations: admins.filter(({ isActive, lastLoginAt }) => isActive && lastLoginAt === null).length,
        })),
      );
    if (roleMay(role, 'system:write'))
      parts.push(
        this.work
          .look(({ queues }) => queues.states())
          .then((states) => ({ failedJobs: states.reduce((sum, { failed }) => sum + failed, 0) })),
      );
    const counted = await Promise.allSettled(parts);
    const answered: Waiting = {};
    for (const part of counted)
      if (part.status === 'fulfilled') Object.assign(answered, part.value);
      else this.logger.warn({ err: part.reason as unknown }, 'A count of waiting work is missing');
    return answered;
  }
}
