import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './load-config.ts';
import { DatabaseProcessConfig } from './process-config.ts';

const sound = {
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@127.0.0.1:5432/lectern',
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@127.0.0.1:6379',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
};

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    loadConfig(DatabaseProcessConfig, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('loadConfig', () => {
  it('fills in the defaults of unset variables', () => {
    const config = loadConfig(DatabaseProcessConfig, { ...sound, OPS_PORT: '' });
    expect(config).toMatchObject({
      DEPLOYMENT: 'production',
      LOG_LEVEL: 'info',
      OPS_PORT: 9_090,
      DATABASE_POOL_SIZE: 8,
    });
  });

  it('reads numbers', () => {
    expect(loadConfig(DatabaseProcessConfig, { ...sound, OPS_PORT: '0' }).OPS_PORT).toBe(0);
  });

  it('names every problem in one error', () => {
    const problems = problemsOf({ OPS_PORT: 'many', LOG_LEVEL: 'loud' });
    const named = ['DATABASE_URL', 'REDIS_URL', 'LOG_LEVEL', 'OPS_PORT'].filter((name) =>
      problems.some((text) => text.startsWith(name)),
    );
    expect(named).toEqual(['DATABASE_URL', 'REDIS_URL', 'LOG_LEVEL', 'OPS_PORT']);
  });

  it('does not repeat the value of a broken variable, which may be a secret', () => {
    expect(problemsOf({ ...sound, DATABASE_URL: 'hunter2' }).join()).not.toContain('hunter2');
  });

  it('refuses a set or led clock in production', () => {
    expect(problemsOf({ ...sound, APP_CLOCK: '2025-10-01T00:00:00Z' })).toEqual([
      'APP_CLOCK may be set in the local system only',
    ]);
    const led = { ...sound, APP_CLOCK_URL: 'http://localhost:3001/stripe/test_helpers/clock' };
    expect(problemsOf(led)).toEqual(['APP_CLOCK_URL may be set in the local system only']);
    expect(problemsOf({ ...led, DEPLOYMENT: 'local' })).toEqual([]);
  });
});
