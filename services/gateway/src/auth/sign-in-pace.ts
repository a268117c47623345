import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { findKnownDevice, type KnownDevice } from '@lectern/contracts/identity/rpc';
import { networkOf } from '@lectern/service-kit/load/network-of';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { RateLimiter, tooMany } from '../edge/rate-limiter.ts';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { DeviceCookie } from './device-cookie.ts';
import { PacedTurns } from './paced-turns.ts';

const PAUSE_MS = 2_000;
/** Of one network, in a process: those that pause at the same time, and those that wait until they may. They cost a timer and a connection each. */
const AT_ONCE = 10;
const MOST_WAITING = 50;

/** Of an account, without its address; or of a link. */
const nameOf = (tried: string): string => createHash('sha256').update(emailKey(tried)).digest('base64url').slice(0, 16);

/** What shows that somebody did not know the password, or the code. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'credentials_wrong',
  'second_factor_wrong',
  'email_taken',
  'too_many_attempts',
]);

const hangUpOf = (reply: ServerResponse): AbortSignal => {
  const hungUp = new AbortController();
  if (reply.destroyed) hungUp.abort();
  else reply.once('close', () => hungUp.abort());
  return hungUp.signal;
};

/** What this needs to know of a call. */
interface Tried {
  readonly caller: Pick<Caller, 'claims'> | undefined;
  readonly origin: RequestOrigin;
  header(name: string): string | undefined;
}

/**
 * Slows down who guesses at many accounts. A network from which there were too many tries within a minute, or failures on too many accounts within
 * an hour, is answered after a pause, whether the password is right or not, and a few at a time. Nobody is refused for what others of the
 * network do: the accounts that are tried take turns. Signed-in sessions, and browsers that signed in before to the account that is tried, are
 * counted by themselves; very many of one network, who may all be one person's, are paced like its strangers.
 */
@Injectable()
export class SignInPace implements NestInterceptor {
  private readonly turns = new PacedTurns(PAUSE_MS, AT_ONCE, MOST_WAITING);

  constructor(
    private readonly limiter: RateLimiter,
    private readonly devices: DeviceCookie,
    private readonly rpc: RpcClient,
  ) {}

  /** Comes after the call was checked: what is refused anyway waits for nothing. */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<EdgeRequest>();
    if (servedConfigOf(request).contract?.rateLimit === 'sign-in')
      await this.admit(request.call!, () => hangUpOf(http.getResponse<FastifyReply>().raw));
    return next.handle();
  }

  /**
   * Counts a call to a route where a password can be guessed, and waits. Throws `too_many_requests` to a session or known browser that calls too
   * often, and where too many of the network wait, to who tries most.
   */
  async admit(call: Tried & { readonly body: unknown }, hungUp: () => AbortSignal): Promise<void> {
    // Of a route that is reached by an emailed link, the link.
    const { email, token } = (call.body ?? {}) as { readonly email?: string; readonly token?: string };
    const [own, network] = [await this.ownOf(call, email), networkOf(call.origin.ipAddress ?? '')];
    const wait = await this.limiter.waitOf('sign-in', own ?? network);
    if (wait !== null && own !== null) throw tooMany(wait);
    const isSlow =
      wait !== null ||
      (own !== null && (await this.limiter.waitOf('own-sign-in', network)) !== null) ||
      (await this.limiter.hasFailedOnMany(own ?? network));
    if (isSlow) await this.turns.take(network, nameOf(email ?? token ?? own ?? ''), hungUp());
  }

  /** Tries to sign in to the account of an address, and notes a failure. */
  async attempt<T>(call: Tried, email: string, signIn: (devices: KnownDevice[]) => Promise<T>): Promise<T> {
    try {
      return await signIn(this.devices.devicesIn(call.header('cookie')));
    } catch (error) {
      if (error instanceof DomainError && FAILURES.has(error.code)) {
        const caller = (await this.ownOf(call, email)) ?? networkOf(call.origin.ipAddress ?? '');
        await this.limiter.noteFailure(caller, nameOf(email));
      }
      throw error;
    }
  }

  /**
   * What a call is counted with by itself: the browser that signed in before to the account of the address that it names, or without an address
   * the session. Null where it is counted with everyone of its network: what somebody has of their own account tells nothing of others'.
   */
  private async ownOf(call: Tried, email: string | undefined): Promise<string | null> {
    if (email === undefined) return call.caller === undefined ? null : `session:${call.caller.claims.tokenId}`;
    const devices = this.devices.devicesIn(call.header('cookie'));
    if (devices.length === 0) return null;
    const { deviceId } = await this.rpc.call(findKnownDevice, { email, devices });
    return deviceId === null ? null : `device:${deviceId}`;
  }
}
