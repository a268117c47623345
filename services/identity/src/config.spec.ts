import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { IdentityConfig } from './config.ts';

const environment = {
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@127.0.0.1:1',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
  IDENTITY_REQUEST_KEY: 'd27b60c8f1e9453ab5907cf8136ea2d4',
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@127.0.0.1:1/lectern',
  PUBLIC_URL: 'https://association.example',
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  SECOND_FACTOR_KEY: '5f2c8e1a9b7d4063c1f8a2e6d97b3045a90e6b2d17c35f884c1b7e02fd6390a5',
};

describe('the configuration of identity', () => {
  it('needs no administrator, and names the association as its profile does', () => {
    expect(loadConfig(IdentityConfig, environment)).toMatchObject({
      ADMIN_EMAIL: undefined,
      ASSOCIATION_NAME: 'Lectern',
    });
  });

  it('refuses an administrator without an email address', () => {
    expect(() => loadConfig(IdentityConfig, { ...environment, ADMIN_EMAIL: 'somebody' })).toThrow('ADMIN_EMAIL');
  });

  it.each(['eleven char', 'Password1234', 'qwertyuiop12', 'Administrator1', 'lectern-admin', 'first.association'])(
    'refuses the first administrator’s password %s, wherever it runs',
    (password) => {
      for (const DEPLOYMENT of ['local', 'production']) {
        expect(() =>
          loadConfig(IdentityConfig, {
            ...environment,
            DEPLOYMENT,
            ADMIN_EMAIL: 'first@association.example',
            ADMIN_PASSWORD: password,
          }),
        ).toThrow(/ADMIN_PASSWORD (is one of the first|can be guessed|must have at least 12)/);
      }
    },
  );
});
