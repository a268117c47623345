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
import { RateLimiter, tooManyRequests } from '../edge/rate-limiter.ts';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { DeviceCookie } from './device-cookie.ts';
import { abortSignalOf } from './abort-signal-of.ts';
import { NetworkTurns } from './network-turns.ts';

const PAUSE_MS = 2_000;
const RETRY_AFTER = PAUSE_MS / 1_000;
/** Per network and process: sign-ins that pause concurrently. Each one that waits costs a connection. */
const PAUSING = { concurrent: 10, mostWaiting: 50, retryAfter: RETRY_AFTER };
/** Sign-ins that were sent and not answered yet: about as many as identity handles concurrently for all networks. */
const UNDER_WAY = { concurrent: 4, mostWaiting: 50, retryAfter: RETRY_AFTER };

/** The key of an account, without its email address, or of a link. */
const nameOf = (tried: string): string => createHash('sha256').update(emailKey(tried)).digest('base64url').slice(0, 16);

/** The errors of a wrong password or code. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'credentials_wrong',
  'second_factor_wrong',
  'email_taken',
  'too_many_attempts',
]);

/** Throws the reason of `hungUp` where the caller hangs up meanwhile. */
const pauseFor = async (hungUp: AbortSignal): Promise<void> =>
  pause(PAUSE_MS, undefined, { signal: hungUp }).catch(() => hungUp.throwIfAborted());

/** The parts of a call that the pace needs. */
interface Tried {
  readonly caller: Pick<Caller, 'claims'> | undefined;
  readonly origin: RequestOrigin;
  header(name: string): string | undefined;
}

/** The queue in which a call waits, and the caller that it counts for there. */
interface Turn {
  readonly queue: string;
  readonly asker: string;
  readonly hungUp: AbortSignal;
}

/**
 * Limits how many sign-ins per network identity handles concurrently, and slows down a caller who guesses at many accounts. A
 * network with too many tries within a minute, or failures on too many accounts within an hour, is answered after a pause,
 * whether the password is right or wrong, and a few calls at a time. No caller is refused because of others in the network: the
 * accounts that are tried take turns. Signed-in sessions, and browsers that signed in before to the account that is tried, have
 * counters of their own; very many of them in one network, which may all be one person's, are paced like its strangers.
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

  /** Runs after the call was validated: an invalid call is refused without waiting. */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<EdgeRequest>();
    if (servedConfigOf(request).contract?.rateLimit !== 'sign-in') return next.handle();
    const { queue, asker, hungUp } = await this.admit(
      request.call!,
      abortSignalOf(http.getResponse<FastifyReply>().raw),
    );
    // Identity completes a request that was sent, even when the caller has hung up since.
    return of(await this.underWay.run(queue, asker, () => lastValueFrom(next.handle()), hungUp));
  }

  /**
   * Counts a call to a route where a password can be guessed, and waits for its turn. Throws `too_many_requests` to a session or
   * known browser that calls too often, to the asker with the most calls where too many of the network wait, and to a caller who
   * hung up.
   */
  async admit(call: Tried & { readonly body: unknown }, hungUp: AbortSignal): Promise<Turn> {
    // A route behind an emailed link or a payment is counted by the link or the payment. A signed-in caller does not guess at the email
    // that they send.
    const { email, token, sessionId } = (call.body ?? {}) as Readonly<
      Partial<Record<'email' | 'token' | 'sessionId', string>>
    >;
    hungUp.throwIfAborted();
    const knownCaller = await this.knownCallerOf(call, call.caller === undefined ? email : undefined);
    const network = networkOf(call.origin.ipAddress ?? '');
    const asker = nameOf(knownCaller ?? sessionId ?? token ?? email ?? '');
    // Guesses by strangers in the network do not hold up known callers.
    const queue = knownCaller === null ? network : `${network} known`;
    const wait = await this.limiter.waitOf('sign-in', knownCaller ?? network);
    if (wait !== null && knownCaller !== null) throw tooManyRequests(wait);
    const isSlow =
      wait !== null ||
      (knownCaller !== null && (await this.limiter.waitOf('own-sign-in', network)) !== null) ||
      (await this.limiter.hasFailedOnMany(knownCaller ?? network));
    if (isSlow) await this.pausing.run(queue, asker, () => pauseFor(hungUp), hungUp);
    return { queue, asker, hungUp };
  }

  /** Tries to sign in to the account of an address, and notes a failure. */
  async attempt<T>(call: Tried, email: string, signIn: (devices: KnownDevice[]) => Promise<T>): Promise<T> {
    try {
      return await signIn(this.devices.devicesIn(call.header('cookie')));
    } catch (error) {
      if (error instanceof DomainError && FAILURES.has(error.code)) {
        const caller = (await this.knownCallerOf(call, email)) ?? networkOf(call.origin.ipAddress ?? '');
        await this.limiter.noteFailure(caller, nameOf(email));
      }
      throw error;
    }
  }

  /**
   * The counter of a call's own: the browser that signed in before to the account whose address the call names, or the session
   * where it names no address. Null where the call counts with its whole network: a person's own sign-in says nothing about the
   * accounts of others.
   */
  private async knownCallerOf(call: Tried, email: string | undefined): Promise<string | null> {
    if (email === undefined) return call.caller === undefined ? null : `session:${call.caller.claims.tokenId}`;
    const devices = this.devices.devicesIn(call.header('cookie'));
    if (devices.length === 0) return null;
    const { deviceId } = await this.rpc.call(findKnownDevice, { email, devices });
    return deviceId === null ? null : `device:${deviceId}`;
  }
}
