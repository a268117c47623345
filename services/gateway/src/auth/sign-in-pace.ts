import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { findKnownDevice, type KnownDevice } from '@lectern/contracts/identity/rpc';
import { networkOf } from '@lectern/service-kit/load/network-of';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { RateLimiter, tooMany } from '../edge/rate-limiter.ts';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { DeviceCookie } from './device-cookie.ts';
import { hangUpOf } from './hang-up.ts';
import { NetworkTurns } from './network-turns.ts';

const PAUSE_MS = 2_000;
const RETRY_AFTER = PAUSE_MS / 1_000;
/** Of one network, in a process: those that pause at the same time. Those that wait cost a connection each. */
const PAUSING = { concurrent: 10, mostWaiting: 50, retryAfter: RETRY_AFTER };
/** Those that were sent and have no answer yet: about as many as identity looks at concurrently, of all networks. */
const UNDER_WAY = { concurrent: 4, mostWaiting: 50, retryAfter: RETRY_AFTER };

/** Of an account, without its address; or of a link. */
const nameOf = (tried: string): string => createHash('sha256').update(emailKey(tried)).digest('base64url').slice(0, 16);

/** What shows that somebody did not know the password, or the code. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'credentials_wrong',
  'second_factor_wrong',
  'email_taken',
  'too_many_attempts',
]);

/** Throws the reason of `hungUp` where the caller hangs up meanwhile. */
const pauseFor = async (hungUp: AbortSignal): Promise<void> =>
  pause(PAUSE_MS, undefined, { signal: hungUp }).catch(() => hungUp.throwIfAborted());

/** What this needs to know of a call. */
interface Tried {
  readonly caller: Pick<Caller, 'claims'> | undefined;
  readonly origin: RequestOrigin;
  header(name: string): string | undefined;
}

/** Whose turns a call takes, and among whom. */
interface Turn {
  readonly queue: string;
  readonly asker: string;
  readonly hungUp: AbortSignal;
}

/**
 * Limits how many tries of a network identity has to look at concurrently, and slows down who guesses at many accounts. A network from which there
 * were too many tries within a minute, or failures on too many accounts within an hour, is answered after a pause, whether the password is right or
 * not, and a few at a time. Nobody is refused for what others of the network do: the accounts that are tried take turns. Signed-in sessions, and
 * browsers that signed in before to the account that is tried, are counted by themselves; very many of one network, who may all be one person's, are
 * paced like its strangers.
 */
@Injectable()
export class SignInPace implements NestInterceptor {
  private readonly pausing = new NetworkTurns(PAUSING);
  private readonly underWay = new NetworkTurns(UNDER_WAY);

  constructor(
    private readonly limiter: RateLimiter,
    private readonly devices: DeviceCookie,
    private readonly rpc: RpcClient,
  ) {}

  /** Comes after the call was checked: what is refused anyway waits for nothing. */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<EdgeRequest>();
    if (servedConfigOf(request).contract?.rateLimit !== 'sign-in') return next.handle();
    const { queue, asker, hungUp } = await this.admit(request.call!, hangUpOf(http.getResponse<FastifyReply>().raw));
    // Identity works on what was sent, also for a caller who hung up since.
    return of(await this.underWay.run(queue, asker, () => lastValueFrom(next.handle()), hungUp));
  }

  /**
   * Counts a call to a route where a password can be guessed, and waits. Throws `too_many_requests` to a session or known browser that calls too
   * often, where too many of the network wait, to who tries most, and to a caller who hung up.
   */
  async admit(call: Tried & { readonly body: unknown }, hungUp: AbortSignal): Promise<Turn> {
    // Of a route that an emailed link or a payment leads to, the link or the payment. What a signed-in caller sends is no address that they try.
    const { email, token, sessionId } = (call.body ?? {}) as Readonly<
      Partial<Record<'email' | 'token' | 'sessionId', string>>
    >;
    hungUp.throwIfAborted();
    const own = await this.ownOf(call, call.caller === undefined ? email : undefined);
    const network = networkOf(call.origin.ipAddress ?? '');
    const asker = nameOf(own ?? sessionId ?? token ?? email ?? '');
    // Whom the network's strangers try does not hold up who is known.
    const queue = own === null ? network : `${network} known`;
    const wait = await this.limiter.waitOf('sign-in', own ?? network);
    if (wait !== null && own !== null) throw tooMany(wait);
    const isSlow =
      wait !== null ||
      (own !== null && (await this.limiter.waitOf('own-sign-in', network)) !== null) ||
      (await this.limiter.hasFailedOnMany(own ?? network));
    if (isSlow) await this.pausing.run(queue, asker, () => pauseFor(hungUp), hungUp);
    return { queue, asker, hungUp };
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
