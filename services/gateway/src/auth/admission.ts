import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import passport from 'passport';
import { DomainError } from '@lectern/contracts/errors';
import { networkOf } from '@lectern/service-kit/load/network-of';
import { requireBodyType } from '../edge/bodies.ts';
import { RateLimiter } from '../edge/rate-limiter.ts';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { abortSignalOf } from './abort-signal-of.ts';
import { NetworkTurns } from './network-turns.ts';

/**
 * Per network and process. Sealing a 1 MB body takes several times that memory. Bodies of waiting requests are not read. A provider repeats a
 * refused event, but perhaps hours later, so its burst may wait.
 */
const SIGNED_BODIES = { concurrent: 4, mostWaiting: 1_000, retryAfter: 2 };

/** passport-jwt reports the reason for a refusal in the message only, one for each kind of token that the route may take. */
const refusalOf = (infos: unknown): DomainError => {
  const reasons = (Array.isArray(infos) ? infos : [infos]).map((info) => (info instanceof Error ? info.message : ''));
  if (reasons.includes('No auth token')) return new DomainError('token_missing');
  if (reasons.some((reason) => reason.startsWith('jwt audience invalid'))) return new DomainError('audience_wrong');
  return new DomainError('token_invalid');
};

/**
 * Admits or refuses a request by its headers alone, before its body is read: rate limit, token, and body type. Signed bodies are
 * read a few at a time per network, because only the complete body shows whether a provider signed it.
 */
@Injectable()
export class Admission {
  private readonly signedBodies = new NetworkTurns(SIGNED_BODIES);

  constructor(private readonly limiter: RateLimiter) {}

  /** Throws `too_many_requests`, `token_missing`, `token_invalid`, `audience_wrong`, `permission_missing`, `second_factor_missing`, `view_only`, `signature_invalid` or `body_type_refused`. Pages and files pass. */
  async admit(request: EdgeRequest, reply: FastifyReply): Promise<void> {
    const { contract } = servedConfigOf(request);
    if (contract === undefined) return;
    // `SignInPace` counts sign-ins, by the account that the body names.
    const isByAccount = contract.rateLimit === 'account-write';
    if (contract.rateLimit !== 'sign-in' && !isByAccount) await this.limiter.count(contract.rateLimit, request.ip);
    const { audience } = contract;
    if (audience === 'member' || audience === 'admin') request.user = await authenticate(audience, request, reply);
    else if (contract.recognizesMembers === true && request.headers.authorization !== undefined)
      request.user = await authenticate('member', request, reply);
    if (isByAccount) await this.limiter.countAccount(contract.rateLimit, request.user!.claims.subject);
    if (contract.signedBy?.some((header) => request.headers[header] === undefined) === true)
      throw new DomainError('signature_invalid');
    requireBodyType(contract, request);
    if (contract.takes === 'signed' || contract.takes === 'signed-form') await this.turnOf(request, reply);
    request.isAdmitted = true;
  }

  /** Waits for a turn of the network, which lasts until the answer has gone out. */
  private turnOf({ ip }: EdgeRequest, { raw }: FastifyReply): Promise<void> {
    const hungUp = abortSignalOf(raw);
    const answered = new Promise<void>((resolve) => hungUp.addEventListener('abort', () => resolve(), { once: true }));
    return new Promise((begin, refuse) => {
      const work = (): Promise<void> => {
        begin();
        return answered;
      };
      this.signedBodies.run(networkOf(ip), '', work, hungUp).catch(refuse);
    });
  }
}

const authenticate = (audience: 'member' | 'admin', request: EdgeRequest, reply: FastifyReply): Promise<Caller> =>
  new Promise((resolve, reject) => {
    const decide = (error: unknown, caller: Caller | false | undefined, info: unknown): void => {
      if (error instanceof Error) reject(error);
      else if (caller) resolve(caller);
      else reject(refusalOf(info));
    };
    (
      passport.authenticate(audience === 'member' ? ['member', 'view'] : audience, { session: false }, decide) as (
        request: EdgeRequest,
        reply: FastifyReply,
        next: (error: unknown) => void,
      ) => void
    )(request, reply, reject);
  });
