import { describe, expect, it } from 'vitest';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { RegistrationsConfig } from './config.ts';

const environment = {
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@127.0.0.1:1',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@127.0.0.1:1/lectern',
  CALENDAR_FEED_SECRET: '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10',
  ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/1',
};

describe('the configuration of registrations', () => {
  it('charges members $30 for a tournament by default', () => {
    expect(loadConfig(RegistrationsConfig, environment).TOURNAMENT_MEMBER_PRICE).toBe(3_000);
    expect(
      loadConfig(RegistrationsConfig, { ...environment, TOURNAMENT_MEMBER_PRICE: '2500' }).TOURNAMENT_MEMBER_PRICE,
    ).toBe(2_500);
  });

  it.each(['$30', '30.5', '-1', '30', '100000000'])('refuses a member price of %s', (price) => {
    expect(() => loadConfig(RegistrationsConfig, { ...environment, TOURNAMENT_MEMBER_PRICE: price })).toThrow(
      'TOURNAMENT_MEMBER_PRICE',
    );
  });

  it.each([
    ['ASSOCIATION_TIME_ZONE', 'Mars/Olympus'],
    ['ASSOCIATION_ZOOM_URL', 'javascript:alert(1)'],
    ['ASSOCIATION_ZOOM_URL', undefined],
  ])('refuses %s %s in production', (name, value) => {
    expect(() => loadConfig(RegistrationsConfig, { ...environment, [name]: value })).toThrow(name);
  });

  it('has a meeting URL in the local system', () => {
    const local = { ...environment, DEPLOYMENT: 'local', ASSOCIATION_ZOOM_URL: undefined };
    expect(loadConfig(RegistrationsConfig, local).ASSOCIATION_ZOOM_URL).toMatch(/^https:/);
  });
});
