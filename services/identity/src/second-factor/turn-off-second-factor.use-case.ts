import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { turnOffSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AdminRepository } from '../admin/admin.repository.ts';
import { type StartedSession, StartSession } from '../session/start-session.ts';
import { ChangeByBoth } from './change-by-both.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';

/**
 * Turns the second factor off for an administrator who knows the password and has a code, and ends every session; answers a fresh token for
 * this one.
 */
@Injectable()
export class TurnOffSecondFactor {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly admins: AdminRepository,
    private readonly factors: SecondFactorRepository,
    private readonly byBoth: ChangeByBoth,
    private readonly sessions: StartSession,
  ) {}

  @Handles(turnOffSecondFactor)
  async execute(request: RpcInput<typeof turnOffSecondFactor>): Promise<StartedSession> {
    const { adminId, origin } = request.by;
    const started = await this.byBoth.change(request, 'turn_off_second_factor', async (tx) => {
      if (!(await this.factors.remove(tx, adminId))) throw new DomainError('second_factor_off');
      return this.sessions.beginAlone(tx, 'admin', adminId, await this.admins.endSessions(tx, adminId), origin);
    });
    this.logger.info({ adminId }, 'An administrator turned the second factor off');
    return started;
  }
}
