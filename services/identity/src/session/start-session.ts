import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { newDeviceSignedIn } from '@lectern/contracts/identity/events';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { describeClient } from './describe-client.ts';
import { type Audience, SessionRepository } from './session.repository.ts';
import { TokenIssuer } from './token-issuer.ts';

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);

/** The credentials of a browser that signed in: the token of its session, and a device token that outlives it. */
export interface StartedSession {
  readonly token: string;
  readonly deviceToken: string;
}

/** An account that signs in, and the mailbox to which a sign-in in a new browser is reported; null where the mailbox is not verified. */
export interface SigningIn {
  readonly audience: Audience;
  readonly id: string;
  readonly sessionVersion: number;
  readonly reportTo: { readonly email: string; readonly firstName: string } | null;
}

/** Reports of new browsers that an account gets within an hour: a thief of the password must not fill the mailbox. */
const REPORTS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/** Issues tokens and records, in the same transaction, that they were issued. */
@Injectable()
export class StartSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  /** A token of a new session for an account whose holder is acting already. */
  async begin(
    tx: Transaction,
    audience: Audience,
    accountId: string,
    sessionVersion: number,
    origin: RequestOrigin,
  ): Promise<StartedSession> {
    const { tokenId: _, ...started } = await this.add(tx, { audience, id: accountId, sessionVersion }, origin, false);
    return started;
  }

  /**
   * A token of a new session for an account that signed in, in the browser `deviceId` where the account knows it. A new browser is reported
   * to the holder.
   */
  async signIn(
    tx: Transaction,
    account: SigningIn,
    origin: RequestOrigin,
    deviceId: string | undefined,
  ): Promise<StartedSession> {
    const { audience, id, reportTo } = account;
    const isReported =
      deviceId === undefined &&
      reportTo !== null &&
      (await this.sessions.countNewDevices(tx, audience, id, new Date(this.clock.now().getTime() - HOUR_MS))) <
        REPORTS_PER_HOUR;
    const { tokenId, ...started } = await this.add(tx, account, origin, isReported, deviceId);
    if (isReported) {
      const client = describeClient(origin.userAgent);
      await tx.publish(newDeviceSignedIn, {
        sessionId: tokenId,
        audience,
        userId: audience === 'member' ? id : null,
        ...reportTo,
        client,
        at: this.clock.now().toISOString(),
      });
    }
    return started;
  }

  private async add(
    tx: Transaction,
    { audience, id, sessionVersion }: Pick<SigningIn, 'audience' | 'id' | 'sessionVersion'>,
    origin: RequestOrigin,
    isNewDevice: boolean,
    deviceId?: string,
  ): Promise<StartedSession & { readonly tokenId: string }> {
    const { token, tokenId, issuedAt, expiresAt } = this.tokens.issue(audience, id, sessionVersion);
    await this.sessions.add(tx, audience, id, {
      tokenId,
      sessionVersion,
      client: describeClient(origin.userAgent),
      startedAt: issuedAt,
      lastSeenOn: dayOf(issuedAt, (await this.association.current(tx)).timeZone),
      expiresAt,
      isNewDevice,
    });
    return { token, tokenId, deviceToken: this.tokens.issueDevice(id, sessionVersion, deviceId) };
  }

  /** A token of the only session that the account has from now on, after every earlier token ended. */
  async beginAlone(
    tx: Transaction,
    audience: Audience,
    accountId: string,
    sessionVersion: number,
    origin: RequestOrigin,
  ): Promise<StartedSession> {
    await this.sessions.forgetAll(tx, audience, accountId);
    return this.begin(tx, audience, accountId, sessionVersion, origin);
  }
}
