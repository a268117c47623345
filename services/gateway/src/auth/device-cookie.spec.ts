import { generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { SystemClock } from '@lectern/service-kit/time/clock';
import {
  DEVICE_AUDIENCE,
  DEVICE_TOKEN_TYPE,
  keyId,
  TOKEN_ISSUER,
  TOKEN_TYPE,
} from '@lectern/service-kit/token/token-format';
import type { GatewayConfig } from '../config.ts';
import { DeviceCookie } from './device-cookie.ts';
import { TokenKeys } from './token-keys.ts';

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [ours, former, strange] = [pair(), pair(), pair()];
const cookieOf = (PUBLIC_URL = 'http://localhost:3000') => {
  const config = {
    PUBLIC_URL,
    JWT_PUBLIC_KEY: ours.publicKey,
    JWT_PUBLIC_KEY_ALSO_VALID: [former.publicKey],
  } as unknown as GatewayConfig;
  return new DeviceCookie(config, new TokenKeys(config), new SystemClock());
};

const now = Math.floor(Date.now() / 1_000);
const tokenOf = (
  subject: string,
  {
    key = ours.privateKey,
    keyid = keyId(key),
    typ = DEVICE_TOKEN_TYPE,
    audience = DEVICE_AUDIENCE,
    issuer = TOKEN_ISSUER,
    exp = now + 60,
  } = {},
): string =>
  jwt.sign({ sub: subject, jti: randomUUID(), sv: 3, iat: now, exp }, key, {
    algorithm: 'ES256',
    issuer,
    audience,
    keyid,
    header: { alg: 'ES256', typ },
  });

/** Stores a token in a browser that sends `cookies`; answers the browser's cookie afterwards. */
const kept = (cookie: DeviceCookie, token: string | undefined, cookies?: string): string | undefined => {
  let set: string | undefined;
  cookie.keep({ header: () => cookies, setHeader: (_name, value) => void (set = value) }, token);
  return set;
};

describe('the cookie of a browser that signed in', () => {
  it('is limited to https and this host where the site is https', () => {
    const token = tokenOf(randomUUID());
    expect(kept(cookieOf('https://club.example'), token)).toBe(
      `__Secure-lectern_device=${token}; Path=/api; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(kept(cookieOf(), token)).toBe(
      `lectern_device=${token}; Path=/api; Max-Age=34560000; HttpOnly; SameSite=Lax`,
    );
    expect(cookieOf('https://club.example').devicesIn(`lectern_device=${token}`)).toEqual([]);
    expect(kept(cookieOf(), undefined)).toBeUndefined();
  });

  it('names the accounts, also where the previous key signed it', () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const cookies = `theme=dark; lectern_device=${tokenOf(one)}~${tokenOf(other, { key: former.privateKey })}`;
    expect(cookieOf().devicesIn(cookies)).toEqual([
      { deviceId: expect.any(String), subject: one, sessionVersion: 3 },
      { deviceId: expect.any(String), subject: other, sessionVersion: 3 },
    ]);
  });

  it.each([
    ['signed by somebody else', tokenOf(randomUUID(), { key: strange.privateKey })],
    [
      'signed by somebody else in our name',
      tokenOf(randomUUID(), { key: strange.privateKey, keyid: keyId(ours.publicKey) }),
    ],
    [
      'signed by our previous key in the name of the present one',
      tokenOf(randomUUID(), { key: former.privateKey, keyid: keyId(ours.publicKey) }),
    ],
    ['a bearer token', tokenOf(randomUUID(), { typ: TOKEN_TYPE })],
    ['for another audience', tokenOf(randomUUID(), { audience: 'lectern:member' })],
    ['of another issuer', tokenOf(randomUUID(), { issuer: 'somebody' })],
    ['expired', tokenOf(randomUUID(), { exp: now - 1 })],
    ['without an account', tokenOf('nobody')],
    ['unsigned', `${tokenOf(randomUUID()).split('.').slice(0, 2).join('.')}.`],
    ['no token', 'x'.repeat(2_000)],
    ['empty', ''],
  ])('names no account where it is %s', (_what, token) => {
    expect(cookieOf().devicesIn(`lectern_device=${token}`)).toEqual([]);
  });

  it('names each account once, the last one first, and three at most', () => {
    const cookie = cookieOf();
    const people = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    let cookies: string | undefined;
    for (const person of [...people, people[1]!]) cookies = kept(cookie, tokenOf(person), cookies)?.split(';')[0];
    expect(cookie.devicesIn(cookies).map(({ subject }) => subject)).toEqual([people[1], people[3], people[2]]);
  });
});
