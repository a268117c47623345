import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import type { KnownDevice } from '@lectern/contracts/identity/rpc';
import { Clock } from '@lectern/service-kit/time/clock';
import {
  DEVICE_AUDIENCE,
  DEVICE_TOKEN_TYPE,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
} from '@lectern/service-kit/token/token-format';
import { GatewayConfig } from '../config.ts';
import { payload, TokenKeys } from './token-keys.ts';

/** The accounts that a browser is known for: the last ones that signed in. */
const MOST_ACCOUNTS = 3;
/** The longest that browsers keep one. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;
const BETWEEN = '~';

/** The parts of a request and its reply that the cookie uses. */
interface Cookies {
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
}

/**
 * The cookie that marks a browser as having signed in before (OWASP, "device cookies"). It grants no access: it decides which
 * counter a failed sign-in goes to, so another site gains nothing by triggering a request that sends it. Identity signs its
 * content.
 */
@Injectable()
export class DeviceCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(
    @Inject(GatewayConfig) config: GatewayConfig,
    private readonly keys: TokenKeys,
    private readonly clock: Clock,
  ) {
    const isSecure = config.PUBLIC_URL.startsWith('https:');
    this.name = isSecure ? '__Secure-lectern_device' : 'lectern_device';
    this.attributes = `; Path=/api; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The accounts that signed in with this browser, the latest first. Leaves out tokens that identity did not sign or that have expired. */
  devicesIn(cookies: string | undefined): KnownDevice[] {
    return this.tokensIn(cookies).flatMap((token) => this.read(token) ?? []);
  }

  /** Stores identity's token in the browser, in place of the one for the same account. */
  keep(call: Cookies, deviceToken: string | undefined): void {
    const kept = deviceToken === undefined ? null : this.read(deviceToken);
    if (deviceToken === undefined || kept === null) return;
    const others = this.tokensIn(call.header('cookie')).filter((token) => {
      const device = this.read(token);
      return device !== null && device.subject !== kept.subject;
    });
    call.setHeader(
      'set-cookie',
      `${this.name}=${[deviceToken, ...others].slice(0, MOST_ACCOUNTS).join(BETWEEN)}${this.attributes}`,
    );
  }

  private tokensIn(cookies = ''): string[] {
    const pair = cookies
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${this.name}=`));
    return pair === undefined
      ? []
      : pair
          .slice(this.name.length + 1)
          .split(BETWEEN)
          .slice(0, MOST_ACCOUNTS);
  }

  private read(token: string): KnownDevice | null {
    try {
      const key = this.keys.of(token, DEVICE_TOKEN_TYPE);
      if (key === undefined) return null;
      const said = jwt.verify(token, key, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: TOKEN_ISSUER,
        audience: DEVICE_AUDIENCE,
        ignoreExpiration: true,
      });
      const { sub, jti, sv, exp } = payload.parse(said);
      // The product's clock decides, as it does for sessions.
      return exp * 1_000 <= this.clock.now().getTime() ? null : { deviceId: jti, subject: sub, sessionVersion: sv };
    } catch {
      return null;
    }
  }
}
