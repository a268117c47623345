import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { RegistrationsConfig } from './config.ts';

const environment = { REDIS_URL: 'redis://127.0.0.1:1', DATABASE_URL: 'postgres://r:p@127.0.0.1:1/lectern' };

describe('the configuration of registrations', () => {
  it('charges members $30 for a tournament unless it is told otherwise', () => {
    expect(loadConfig(RegistrationsConfig, environment).TOURNAMENT_MEMBER_PRICE).toBe(3_000);
    expect(loadConfig(RegistrationsConfig, { ...environment, TOURNAMENT_MEMBER_PRICE: '2500' }).TOURNAMENT_MEMBER_PRICE).toBe(2_500);
  });

  it.each(['$30', '30.5', '-1', '100000000'])('refuses a member price of %s', (price) => {
    expect(() => loadConfig(RegistrationsConfig, { ...environment, TOURNAMENT_MEMBER_PRICE: price })).toThrow('TOURNAMENT_MEMBER_PRICE');
  });
});
