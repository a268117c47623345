import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { TOKEN_ALGORITHM, TOKEN_ISSUER, TOKEN_TYPE, tokenAudience } from '@lectern/service-kit/token/token-format';
import { Clock } from '@lectern/service-kit/time/clock';
import { IdentityConfig } from '../config.ts';

/** Members stay signed in for two weeks, administrators for a working day. */
const LIFETIME_SECONDS = { member: 14 * 24 * 3_600, admin: 12 * 3_600 } as const;

/** Signs bearer tokens. The gateway holds the public half of the key and can check but not make one. */
@Injectable()
export class TokenIssuer {
  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    private readonly clock: Clock,
  ) {}

  issue(audience: 'member' | 'admin', subject: string, sessionVersion: number): string {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    return jwt.sign(
      { sub: subject, jti: randomUUID(), sv: sessionVersion, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS[audience] },
      this.config.JWT_PRIVATE_KEY,
      {
        algorithm: TOKEN_ALGORITHM,
        issuer: TOKEN_ISSUER,
        audience: tokenAudience(audience),
        header: { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE },
      },
    );
  }
}
