import { createPublicKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { keyId } from '@lectern/service-kit/token/token-format';
import { GatewayConfig } from '../config.ts';

/** The claims of our tokens. A token without exactly these types is not ours, even with a valid signature. */
export const payload = z.object({ sub: z.uuid(), jti: z.uuid(), sv: z.int(), exp: z.int() });

/** The claims of a token by which an administrator sees the site as a member (`sub`) sees it. */
export const viewPayload = z.object({
  sub: z.uuid(),
  jti: z.uuid(),
  exp: z.int(),
  act: z.object({ sub: z.uuid(), jti: z.uuid(), sv: z.int() }),
});

/** The public halves of the keys whose tokens are valid (ADR 0022). */
@Injectable()
export class TokenKeys {
  private readonly byId: ReadonlyMap<string, KeyObject>;
  private readonly currentId: string;

  constructor(@Inject(GatewayConfig) config: GatewayConfig) {
    this.byId = new Map(validSecrets(config, 'JWT_PUBLIC_KEY').map((pem) => [keyId(pem), createPublicKey(pem)]));
    this.currentId = keyId(config.JWT_PUBLIC_KEY);
  }

  /** The key that a token of this type names; undefined for another type or an unknown key. Verifies nothing. */
  of(token: string, type: string): KeyObject | undefined {
    const header = jwt.decode(token, { complete: true })?.header;
    if (header?.typ !== type) return undefined;
    // A former revision of identity names no key.
    return this.byId.get(header.kid ?? this.currentId);
  }
}
