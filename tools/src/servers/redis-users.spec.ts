import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENTS, RPCS } from '@lectern/contracts/registry';
import { serviceOf } from '@lectern/contracts/rpc';
import { REDIS_USER_NAMES, REDIS_USERS, redisUsersTemplate, rulesAt, rulesOf } from './redis-users.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];

it('are written to deploy/redis/users.conf as they are here: npm run redis:users', () => {
  expect(readFileSync(join(ROOT, 'deploy/redis/users.conf'), 'utf8')).toBe(redisUsersTemplate());
});

describe('the Redis user of a process', () => {
  it.each(REDIS_USER_NAMES)('may request what the contracts permit: %s', (name) => {
    const asked = new Set(RPCS.filter(({ callers }) => (callers as readonly string[]).includes(name)).map(serviceOf));
    expect([...REDIS_USERS[name]!.asks].sort()).toEqual([...asked].sort());
  });

  it.each(SERVICES)('may add to the queues that the contracts name: %s', (name) => {
    const subscribers = new Set(
      EVENTS.filter((event) => event.name.startsWith(`${name}.`)).flatMap(
        ({ subscribers }) => subscribers as readonly string[],
      ),
    );
    const others = [...subscribers]
      .filter((subscriber) => subscriber !== name)
      .map((subscriber) => `${subscriber}-events-of-${name}`);
    const added = REDIS_USERS[name]!.queues.filter((queue) => !queue.startsWith(`${name}-`));
    const own = REDIS_USERS[name]!.queues.filter((queue) => queue.startsWith(`${name}-`));
    expect(own).toEqual([`${name}-jobs`, ...(name === 'messaging' ? ['messaging-mail', 'messaging-campaigns'] : [])]);
    expect([...added].sort()).toEqual(others.sort());
    expect(
      Object.keys(REDIS_USERS)
        .filter((user) => REDIS_USERS[user]!.foreign.some((queue) => queue.endsWith(`-of-${name}`)))
        .sort(),
    ).toEqual([...subscribers].sort());
  });
});

it.each([
  ...REDIS_USER_NAMES.map((name) => [name, rulesOf(name)] as const),
  ['who works at a queue that others write to', rulesAt('a-events-of-b')] as const,
])('lets %s do nothing that administers', (_name, rules) => {
  const granted = rules.split(' ').filter((rule) => rule.startsWith('+'));
  for (const rule of granted)
    expect(rule).not.toMatch(
      /@|flush|config|keys|monitor|acl|debug|shutdown|save|replicaof|client\|(list|kill|unblock)|dump|restore|migrate|module/,
    );
  expect(rules).not.toMatch(/allkeys|allchannels|~\*| nopass/);
});
