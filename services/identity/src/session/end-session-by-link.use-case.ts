import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type * as contracts from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { hashOfToken, newAccountToken } from '../account-token/account-token.ts';
import { EndedSessionRepository } from './ended-session.repository.ts';
import { SessionRepository } from './session.repository.ts';

const ENDED =
  'That session has ended already. If you did not log in yourself, choose a new password: it ends every session.';

/** The link with which the holder of a mailbox ends a session that was reported there: it ends with the session, and knows no other. */
@Injectable()
export class EndSessionByLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionRepository,
    private readonly ended: EndedSessionRepository,
  ) {}

  async issue({
    sessionId,
  }: RpcInput<typeof contracts.issueSessionEnd>): Promise<RpcOutput<typeof contracts.issueSessionEnd>> {
    const token = newAccountToken();
    const isKept = await this.transactor.run((tx) => this.sessions.keepEnding(tx, sessionId, hashOfToken(token)));
    return { token: isKept ? token : null };
  }

  /** @throws DomainError `link_invalid` */
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
