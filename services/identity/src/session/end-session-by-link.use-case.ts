import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import * as contracts from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { hashOfToken, newAccountToken } from '../account-token/account-token.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EndedSessionRepository } from '../ended-session/ended-session.repository.ts';
import type { Session } from './session.entity.ts';
import { SessionRepository } from './session.repository.ts';

const ENDED =
  'That session has ended already. If you did not log in yourself, choose a new password: it ends every session.';

/** Ends a session by the link in the email that reported it. The link ends with the session, and ends no other. */
@Injectable()
export class EndSessionByLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionRepository,
    private readonly ended: EndedSessionRepository,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly requests: LinkRequestRepository,
  ) {}

  @Handles(contracts.issueSessionEnd)
  async issue({
    sessionId,
    email,
  }: RpcInput<typeof contracts.issueSessionEnd>): Promise<RpcOutput<typeof contracts.issueSessionEnd>> {
    return this.transactor.run(async (tx) => {
      const session = await this.sessions.findReported(tx, sessionId);
      if (session === null || !(await this.isHoldersMailbox(tx, session, keyOf(email)))) return { token: null };
      const token = newAccountToken();
      return { token: (await this.sessions.keepEnding(tx, sessionId, hashOfToken(token))) ? token : null };
    });
  }

  /** Whether a mailbox belongs to the account of a session, or did when the session began: the intruder may have changed it since. */
  private async isHoldersMailbox(
    tx: Transaction,
    { userId, adminId, startedAt }: Session,
    emailKey: string,
  ): Promise<boolean> {
    if (adminId !== null) return (await this.admins.findById(adminId))?.emailKey === emailKey;
    if (userId === null) return false;
    if ((await this.users.findById(userId))?.emailKey === emailKey) return true;
    const left = await this.requests.findLeft(tx, userId, emailKey);
    return left !== null && left.requestedAt >= startedAt;
  }

  /** @throws DomainError `link_invalid` */
  @Handles(contracts.endSessionByLink)
  async execute({
    token,
  }: RpcInput<typeof contracts.endSessionByLink>): Promise<RpcOutput<typeof contracts.endSessionByLink>> {
    return this.transactor.run(async (tx) => {
      const taken = await this.sessions.takeByEnding(tx, hashOfToken(token));
      if (taken === null) throw new DomainError('link_invalid', { message: ENDED });
      await this.ended.add(tx, taken.tokenId, taken.expiresAt);
      return { audience: taken.audience };
    });
  }
}
