import { Injectable } from '@nestjs/common';
import { endAllSessions, endSession } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EndedSessionRepository } from '../ended-session/ended-session.repository.ts';
import { endTokens } from '../user/known-device.ts';
import { SessionRepository } from './session.repository.ts';

/**
 * Signs out: one token, or every token of a member, with which a change of address that its mailbox has not confirmed is withdrawn.
 * Idempotent.
 */
@Injectable()
export class EndSession {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly ended: EndedSessionRepository,
    private readonly sessions: SessionRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(endSession)
  async one({ audience, claims }: RpcInput<typeof endSession>): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.sessions.take(tx, audience, claims.subject, claims.tokenId);
      await this.ended.add(tx, claims.tokenId, new Date(claims.expiresAt * 1_000));
    });
  }

  @Handles(endAllSessions)
  async all({ userId }: RpcInput<typeof endAllSessions>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, userId);
      if (user === null) return;
      endTokens(user);
      user.version += 1;
      user.pendingEmail = null;
      await this.accountTokens.endEmailChanges(tx, userId, this.clock.now());
      await this.users.save(tx, user);
      await this.sessions.forgetAll(tx, 'member', userId);
    });
  }
}
