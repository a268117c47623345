import { createPublicKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import jwt from 'jsonwebtoken';
import { type JwtFromRequestFunction, Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { DomainError } from '@lectern/contracts/errors';
import type { AdminProfile, CurrentUser } from '@lectern/contracts/identity/model';
import { resumeAdminSession, resumeMemberSession, type TokenClaims } from '@lectern/contracts/identity/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Clock } from '@lectern/service-kit/time/clock';
import { TOKEN_ALGORITHM, TOKEN_ISSUER, TOKEN_TYPE, tokenAudience } from '@lectern/service-kit/token/token-format';
import { GatewayConfig } from '../config.ts';
import { type Caller, type EdgeRequest, servedConfigOf } from '../edge/serves.decorator.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { SESSION_CACHE_MS } from '../cache/cached-for.ts';
import { keyOf, payload } from './token-payload.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Linear: the expression of passport-jwt starts again at each character of a long header without a space. */
const BEARER = /^bearer +([\w.~+/=-]+) *$/i;
/** The token of a request (RFC 6750). */
const bearerOf = ({ headers }: Pick<EdgeRequest, 'headers'>): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null;

const options = (config: GatewayConfig, audience: 'member' | 'admin'): StrategyOptionsWithRequest => {
  // Parsed once: parsing the PEM text for each request takes longer than checking a signature. passport-jwt types the key as a string, and
  // passes it on to jsonwebtoken, which takes a key object too.
  const keys = validSecrets(config, 'JWT_PUBLIC_KEY').map((pem) => createPublicKey(pem));
  return {
    passReqToCallback: true,
    jwtFromRequest: bearerOf as unknown as JwtFromRequestFunction,
    algorithms: [TOKEN_ALGORITHM],
    issuer: TOKEN_ISSUER,
    audience: tokenAudience(audience),
    // The product's clock decides, in `claimsOf`: it may be set in the local system.
    ignoreExpiration: true,
    // Only our access tokens get a key at all; any other kind of JWT fails here.
    secretOrKeyProvider: (_request, rawToken: string, done) => {
      const header = jwt.decode(rawToken, { complete: true })?.header;
      if (header?.typ === TOKEN_TYPE) done(null, keyOf(keys, rawToken) as unknown as Buffer);
      else done('not an access token');
    },
  };
};

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

/** Resolves the caller of a request from its token. */
class TokenCallers<T> {
  private readonly verified = new VerifiedTokens();

  constructor(
    private readonly clock: Clock,
    /** Asks identity whether the session still counts, and whose it is. */
    private readonly resume: (claims: TokenClaims) => Promise<T>,
    private readonly as: (who: T) => Omit<Caller, 'claims'>,
  ) {}

  /** The caller whose token was verified before; undefined where passport has to verify it. */
  known(request: EdgeRequest): Promise<Caller> | undefined {
    const token = bearerOf(request);
    const said = token === null ? undefined : this.verified.of(token);
    return said === undefined ? undefined : this.callerOf(request, said);
  }

  /** The caller whose token was verified just now. */
  async checked(request: EdgeRequest, said: unknown): Promise<Caller> {
    const token = bearerOf(request);
    if (token !== null) this.verified.keep(token, said);
    return this.callerOf(request, said);
  }

  private async callerOf(request: EdgeRequest, said: unknown): Promise<Caller> {
    const claims = claimsOf(said, this.clock);
    const who = await unlessAhead(request, this.resume(claims));
    return who === null ? { claims } : { claims, ...this.as(who) };
  }
}

/** Members' tokens: signature, issuer, audience and type are checked here; identity says whether the session still counts. */
@Injectable()
export class MemberTokenStrategy extends PassportStrategy(Strategy, 'member') {
  readonly callers: TokenCallers<CurrentUser>;

  constructor(@Inject(GatewayConfig) config: GatewayConfig, cache: ResponseCache, clock: Clock) {
    super(options(config, 'member'));
    this.callers = new TokenCallers(
      clock,
      (claims) => cache.call(resumeMemberSession, claims, SESSION_CACHE_MS),
      (member) => ({ member }),
    );
  }

  async validate(request: EdgeRequest, said: unknown): Promise<Caller> {
    return this.callers.checked(request, said);
  }
}

/** Administrators' tokens, likewise. */
@Injectable()
export class AdminTokenStrategy extends PassportStrategy(Strategy, 'admin') {
  readonly callers: TokenCallers<AdminProfile>;

  constructor(@Inject(GatewayConfig) config: GatewayConfig, cache: ResponseCache, clock: Clock) {
    super(options(config, 'admin'));
    this.callers = new TokenCallers(
      clock,
      (claims) => cache.call(resumeAdminSession, claims, SESSION_CACHE_MS),
      (admin) => ({ admin }),
    );
  }

  async validate(request: EdgeRequest, said: unknown): Promise<Caller> {
    return this.callers.checked(request, said);
  }
}
