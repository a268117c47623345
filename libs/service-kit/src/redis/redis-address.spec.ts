import { describe, expect, it } from 'vitest';
import { redisAddressProblems, redisOptionsOf } from './redis-address.ts';

describe('a Redis URL', () => {
  it('names a server', () => {
    expect(redisOptionsOf('redis://:pass%40word@cache')).toEqual({
      host: 'cache',
      port: 6379,
      password: 'pass@word',
      db: 0,
    });
    expect(redisOptionsOf('rediss://user:word@cache:6380/3')).toEqual({
      host: 'cache',
      port: 6380,
      username: 'user',
      password: 'word',
      db: 3,
      tls: {},
    });
    expect(redisOptionsOf('redis://[::1]:6380')).toMatchObject({ host: '::1', port: 6380 });
  });

  it('names a primary by its name at the sentinels', () => {
    expect(
      redisOptionsOf('redis://:word@lectern/2?sentinels=a:26379,[::1]:26380&sentinelPassword=other'),
    ).toMatchObject({
      name: 'lectern',
      password: 'word',
      db: 2,
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      sentinelPassword: 'other',
    });
    expect(redisOptionsOf('redis://lectern?sentinels=a:26379')).not.toHaveProperty('sentinelTLS');
    expect(redisOptionsOf('rediss://lectern?sentinels=a:26379')).toMatchObject({
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
  });

  it.each(['redis://cache', 'rediss://:word@cache:6380/0', 'redis://:word@lectern/0?sentinels=a:26379,b:26379'])(
    '%s is valid',
    (address) => {
      expect(redisAddressProblems(address)).toEqual([]);
    },
  );

  it.each([
    ['redis://:hidden@', /must name a host|is no address/],
    ['redis://:hidden@cache/main', /number of a database/],
    ['redis://:hidden@cache?sentinel=a:1', /says sentinel$/],
    ['redis://:hidden@lectern?sentinels=', /must name sentinels such as/],
    ['redis://:hidden@lectern?sentinels=a:1,b', /names b$/],
    ['redis://:hidden@lectern:6379?sentinels=a:1', /no port beside sentinels/],
    ['redis://:hidden@cache?sentinelPassword=hidden', /where it has their password/],
    ['redis://:hidden@cache?ca=/etc/ca.crt', /begin with rediss/],
    ['rediss://:hidden@cache?ca=/nowhere/ca.crt', /that can be read/],
  ])('%s is refused, with a reason that omits its password', (address, problem) => {
    const problems = redisAddressProblems(address).join('\n');
    expect(problems).toMatch(problem);
    expect(problems).not.toContain('hidden');
  });
});
