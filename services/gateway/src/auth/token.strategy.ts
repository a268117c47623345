import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { DomainError } from '@lectern/contracts/errors';
import { resumeMemberView } from '@lectern/contracts/identity/member-view-rpc';
import type { CurrentUser, SignedInAdmin } from '@lectern/contracts/identity/model';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import { resumeAdminSession, resumeMemberSession, type TokenClaims } from '@lectern/contracts/identity/rpc';
import type { RouteContract } from '@lectern/contracts/route';
import { Clock } from '@lectern/service-kit/time/clock';
import {
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  tokenAudience,
  VIEW_AUDIENCE,
  VIEW_TOKEN_TYPE,
} from '@lectern/service-kit/token/token-format';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { SESSION_CACHE_MS } from '../cache/cached-for.ts';
import { payload, TokenKeys, viewPayload } from './token-keys.ts';
import { isViewable } from './viewable-routes.ts';

/** Linear: the expression of passport-jwt starts again at each character of a long header without a space. */
const BEARER = /^bearer +([\w.~+/=-]+) *$/i;
/** The token of a request (RFC 6750). */
const bearerOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null;

const options = (keys: TokenKeys, audience: string, type: string): StrategyOptionsWithRequest => ({
  passReqToCallback: true,
  jwtFromRequest: bearerOf,
  algorithms: [TOKEN_ALGORITHM],
  issuer: TOKEN_ISSUER,
  audience,
  // The product's clock decides, in `claimsOf`: it may be set in the local system.
  ignoreExpiration: true,
  // Only tokens of this type get a key at all; any other kind of JWT fails here.
  secretOrKeyProvider: (_request, token: string, done) => {
    const key = keys.of(token, type);
    // A text would be parsed again for every request. jsonwebtoken takes both; passport-jwt's types know only text.
    done(key === undefined ? 'not an access token' : null, key as unknown as Buffer);
  },
});

const claimsOf = (said: unknown, clock: Clock): TokenClaims => {
  const { success, data } = payload.safeParse(said);
  if (!success || data.exp * 1_000 <= clock.now().getTime()) throw new DomainError('token_invalid');
  return { subject: data.sub, tokenId: data.jti, sessionVersion: data.sv, expiresAt: data.exp };
};

/** Identity's answer; or null where the edge waits for it instead of the handler. */
const unlessAhead = async <T>(request: EdgeRequest, resumed: Promise<T>): Promise<T | null> => {
  if (servedConfigOf(request).isAhead !== true) return resumed;
  request.session = resumed;
  // The edge handles the rejection when it answers; it may not have attached its handler yet.
  resumed.catch(() => undefined);
  return null;
};

/** Members' tokens: signature, issuer, audience and type are checked here; identity says whether the session still counts. */
@Injectable()
export class MemberTokenStrategy extends PassportStrategy(Strategy, 'member') {
  constructor(
    keys: TokenKeys,
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
  ) {
    super(options(keys, tokenAudience('member'), TOKEN_TYPE));
  }

  async validate(request: EdgeRequest, said: unknown): Promise<Caller> {
    const claims = claimsOf(said, this.clock);
    const member = await unlessAhead(request, this.cache.call(resumeMemberSession, claims, SESSION_CACHE_MS));
    return member === null ? { claims } : { claims, member };
  }
}

/**
 * Tokens of administrators who see the site as a member sees it. Identity says whether the administrator still may; then only the routes
 * of `viewable-routes.ts` let them in, and `view_only` refuses them elsewhere.
 */
@Injectable()
export class ViewTokenStrategy extends PassportStrategy(Strategy, 'view') {
  constructor(
    keys: TokenKeys,
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
  ) {
    super(options(keys, VIEW_AUDIENCE, VIEW_TOKEN_TYPE));
  }

  async validate(request: EdgeRequest, said: unknown): Promise<Caller> {
    const { success, data } = viewPayload.safeParse(said);
    if (!success || data.exp * 1_000 <= this.clock.now().getTime()) throw new DomainError('token_invalid');
    const { sub: userId, act } = data;
    const view = { userId, admin: { id: act.sub, tokenId: act.jti, sessionVersion: act.sv } };
    const resumed = this.cache.call(resumeMemberView, view, SESSION_CACHE_MS);
    if (!isViewable(servedConfigOf(request).contract)) {
      await resumed;
      throw new DomainError('view_only');
    }
    const claims = { subject: userId, tokenId: data.jti, sessionVersion: act.sv, expiresAt: data.exp };
    const member = await unlessAhead<CurrentUser>(request, resumed);
    return member === null ? { claims, isView: true } : { claims, member, isView: true };
  }
}

/** Administrators' tokens, likewise; their role has the permission of the route, and the second factor that it requires. */
@Injectable()
export class AdminTokenStrategy extends PassportStrategy(Strategy, 'admin') {
  constructor(
    keys: TokenKeys,
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
  ) {
    super(options(keys, tokenAudience('admin'), TOKEN_TYPE));
  }

  async validate(request: EdgeRequest, said: unknown): Promise<Caller> {
    const claims = claimsOf(said, this.clock);
    const admin = await unlessAhead(request, this.resume(claims, servedConfigOf(request).contract));
    return admin === null ? { claims } : { claims, admin };
  }

  /** The role is identity's of this half second, not the token's: a change of role counts for open sessions. */
  private async resume(claims: TokenClaims, contract: RouteContract | undefined): Promise<SignedInAdmin> {
    const admin = await this.cache.call(resumeAdminSession, claims, SESSION_CACHE_MS);
    // Every contract for administrators has a permission; without one, nobody is let in.
    if (contract?.permission === undefined) throw new DomainError('audience_wrong');
    if (admin.needsSecondFactor && contract.permission !== 'sign-in') throw new DomainError('second_factor_missing');
    requirePermission(admin.role, contract.permission);
    return admin;
  }
}
