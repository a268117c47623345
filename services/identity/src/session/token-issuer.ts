import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import type { TokenClaims } from '@lectern/contracts/identity/rpc';
import {
  DEVICE_AUDIENCE,
  DEVICE_TOKEN_TYPE,
  keyId,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  tokenAudience,
  VIEW_AUDIENCE,
  VIEW_TOKEN_TYPE,
} from '@lectern/service-kit/token/token-format';
import { Clock } from '@lectern/service-kit/time/clock';
import { IdentityConfig } from '../config.ts';

/** Members stay signed in for two weeks, administrators for a working day. */
export const LIFETIME_SECONDS = { member: 14 * 24 * 3_600, admin: 12 * 3_600 } as const;

/** Long enough to see what a member asks about. */
const VIEW_LIFETIME_SECONDS = 900;

/** As long as a browser keeps a cookie. */
const DEVICE_LIFETIME_SECONDS = 400 * 24 * 3_600;

export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Signs bearer tokens. The gateway holds the public half of the key and can check but not make one. */
@Injectable()
export class TokenIssuer {
  private readonly keyId: string;

  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    private readonly clock: Clock,
  ) {
    this.keyId = keyId(config.JWT_PRIVATE_KEY);
  }

  issue(audience: 'member' | 'admin', subject: string, sessionVersion: number): IssuedToken {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAt = issuedAt + LIFETIME_SECONDS[audience];
    const tokenId = randomUUID();
    const token = jwt.sign(
      { sub: subject, jti: tokenId, sv: sessionVersion, iat: issuedAt, exp: expiresAt },
      this.config.JWT_PRIVATE_KEY,
      {
        algorithm: TOKEN_ALGORITHM,
        issuer: TOKEN_ISSUER,
        audience: tokenAudience(audience),
        keyid: this.keyId,
        header: { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE },
      },
    );
    return { token, tokenId, issuedAt: new Date(issuedAt * 1_000), expiresAt: new Date(expiresAt * 1_000) };
  }

  /** The token by which an administrator sees the site as a member sees it. It names both (`act`, RFC 8693), and ends with their session. */
  issueView(memberId: string, { subject, tokenId, sessionVersion, expiresAt: sessionEnd }: TokenClaims): IssuedToken {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAt = Math.min(issuedAt + VIEW_LIFETIME_SECONDS, sessionEnd);
    const viewId = randomUUID();
    const act = { sub: subject, jti: tokenId, sv: sessionVersion };
    const token = jwt.sign(
      { sub: memberId, jti: viewId, act, iat: issuedAt, exp: expiresAt },
      this.config.JWT_PRIVATE_KEY,
      {
        algorithm: TOKEN_ALGORITHM,
        issuer: TOKEN_ISSUER,
        audience: VIEW_AUDIENCE,
        keyid: this.keyId,
        header: { alg: TOKEN_ALGORITHM, typ: VIEW_TOKEN_TYPE },
      },
    );
    return { token, tokenId: viewId, issuedAt: new Date(issuedAt * 1_000), expiresAt: new Date(expiresAt * 1_000) };
  }

  /**
   * The token by which an account knows a browser: under `deviceId` its failed sign-ins are counted separately from now on. It opens
   * nothing, and is valid until the account has a new password.
   */
  issueDevice(subject: string, sessionVersion: number, deviceId: string = randomUUID()): string {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    return jwt.sign(
      { sub: subject, jti: deviceId, sv: sessionVersion, iat: issuedAt, exp: issuedAt + DEVICE_LIFETIME_SECONDS },
      this.config.JWT_PRIVATE_KEY,
      {
        algorithm: TOKEN_ALGORITHM,
        issuer: TOKEN_ISSUER,
        audience: DEVICE_AUDIENCE,
        keyid: this.keyId,
        header: { alg: TOKEN_ALGORITHM, typ: DEVICE_TOKEN_TYPE },
      },
    );
  }
}
