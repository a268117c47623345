import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { DatabaseProcessConfig, withIdentityRequestKey } from './process-config.ts';

class AsksIdentity extends withIdentityRequestKey(DatabaseProcessConfig) {}

const [ONE, OTHER] = ['d27b60c8f1e9453ab5907cf8136ea2d4', '81f4a6c05d3e4b9795c2e07ab86d13f9'];
const common = {
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@127.0.0.1:5432/lectern',
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@127.0.0.1:6379',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
};
const sound = { ...common, IDENTITY_REQUEST_KEY: ONE };
const BINDING = ['identity', 'gateway', '1'];

describe('the key of requests to identity', () => {
  it.each(['local', 'production'])('is required of a process that calls identity: %s', (DEPLOYMENT) => {
    expect(() => loadConfig(AsksIdentity, { ...common, DEPLOYMENT })).toThrow(/ - IDENTITY_REQUEST_KEY/);
    expect(() => loadConfig(AsksIdentity, { ...common, DEPLOYMENT, IDENTITY_REQUEST_KEY: 'short' })).toThrow(
      /IDENTITY_REQUEST_KEY must be at least 32 random characters/,
    );
  });

  it('is not the common key in production', () => {
    expect(() => loadConfig(AsksIdentity, { ...common, IDENTITY_REQUEST_KEY: common.REQUEST_KEY })).toThrow(
      /must be another one than/,
    );
  });

  it('seals requests to identity, and nothing else', () => {
    const config = loadConfig(AsksIdentity, sound);
    const sealed = config.sealOf('identity').seal(BINDING, 'x');
    expect(config.sealOf('identity').open(BINDING, sealed)).toBe('x');
    expect(() => config.seal.open(BINDING, sealed)).toThrow();
    expect(config.seal.open(BINDING, config.sealOf('billing').seal(BINDING, 'y'))).toBe('y');
  });

  it('may be one of two while it is being changed', () => {
    const sealed = loadConfig(AsksIdentity, sound).sealOf('identity').seal(BINDING, 'x');
    const changing = { ...sound, IDENTITY_REQUEST_KEY: OTHER, IDENTITY_REQUEST_KEY_ALSO_VALID: ONE };
    expect(loadConfig(AsksIdentity, changing).sealOf('identity').open(BINDING, sealed)).toBe('x');
  });

  it('is unknown to every other process, which seals nothing for identity', () => {
    const config = loadConfig(DatabaseProcessConfig, sound);
    expect(config).not.toHaveProperty('IDENTITY_REQUEST_KEY');
    expect(() => config.sealOf('identity')).toThrow('IDENTITY_REQUEST_KEY');
  });
});
