import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { describeClient } from './describe-client.ts';
import { type Audience, SessionRepository } from './session.repository.ts';
import { TokenIssuer } from './token-issuer.ts';

/** Days are told in UTC. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** What a browser gets that is signed in: the token of its session, and what it keeps after that has ended. */
export interface StartedSession {
  readonly token: string;
  readonly deviceToken: string;
}

/** Gives out tokens and keeps, in the transaction that they come with, that they were given out. */
@Injectable()
export class StartSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenIssuer,
  ) {}

  /** A token of a new session, in the browser `deviceId` where it is known. */
  async begin(tx: Transaction, audience: Audience, accountId: string, sessionVersion: number, origin: RequestOrigin, deviceId?: string): Promise<StartedSession> {
    const { token, tokenId, issuedAt, expiresAt } = this.tokens.issue(audience, accountId, sessionVersion);
    await this.sessions.add(tx, audience, accountId, { tokenId, sessionVersion, client: describeClient(origin.userAgent), startedAt: issuedAt, lastSeenOn: dayOf(issuedAt), expiresAt });
    return { token, deviceToken: this.tokens.issueDevice(accountId, sessionVersion, deviceId) };
  }

  /** A token of the only session that the account has from now on, after every earlier token ended. */
  async beginAlone(tx: Transaction, audience: Audience, accountId: string, sessionVersion: number, origin: RequestOrigin): Promise<StartedSession> {
    await this.sessions.forgetAll(tx, audience, accountId);
    return this.begin(tx, audience, accountId, sessionVersion, origin);
  }
}
