import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { endOwnSessions } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { PresentPassword } from '../password/present-password.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EndedSessionRepository } from '../ended-session/ended-session.repository.ts';
import { SessionRepository } from './session.repository.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { type StartedSession, StartSession } from './start-session.ts';

type Request = RpcInput<typeof endOwnSessions>;

/**
 * Ends other sessions of an account for a caller who knows the password: the thief of a token cannot shut its holder out, nor guess the
 * password faster than at the login. An administrator's is recorded in the same transaction.
 */
@Injectable()
export class EndOwnSessions {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly sessions: SessionRepository,
    private readonly ended: EndedSessionRepository,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
    private readonly starting: StartSession,
    private readonly clock: Clock,
  ) {}

  @Handles(endOwnSessions)
  async execute(request: Request): Promise<RpcOutput<typeof endOwnSessions>> {
    await this.confirm(request);
    return this.transactor.run(async (tx) => {
      const { sessionId } = request;
      await this.record(tx, request);
      if (sessionId === undefined) return this.endOthers(tx, request);
      await this.endOne(tx, request, sessionId);
      return { token: null };
    });
  }

  private async confirm({ audience, claims, currentPassword, origin }: Request): Promise<void> {
    const account = await (audience === 'member' ? this.users : this.admins).findById(claims.subject);
    if (account === null) throw new DomainError('token_invalid');
    await this.throttle.succeeded(
      await this.presentPassword.check(audience, account, currentPassword, claims.tokenId, origin),
    );
  }

  private async record(tx: Transaction, { audience, claims, sessionId, origin }: Request): Promise<void> {
    if (audience !== 'admin') return;
    const action = sessionId === undefined ? 'end_other_sessions' : 'end_session';
    await this.actions.add(tx, { adminId: claims.subject, action, details: {}, origin, at: this.clock.now() });
  }

  private async endOne(tx: Transaction, { audience, claims }: Request, sessionId: string): Promise<void> {
    const taken = await this.sessions.take(tx, audience, claims.subject, sessionId);
    if (taken === null) throw new DomainError('not_found');
    await this.ended.add(tx, sessionId, taken.expiresAt);
  }

  /** Also ends tokens without a record. */
  private async endOthers(tx: Transaction, { audience, claims, origin }: Request): Promise<StartedSession> {
    const sessionVersion =
      audience === 'admin'
        ? await this.admins.endSessions(tx, claims.subject)
        : await this.users.endSessions(tx, claims.subject);
    return this.starting.beginAlone(tx, audience, claims.subject, sessionVersion, origin);
  }
}
