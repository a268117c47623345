import { createHash } from 'node:crypto';
import { ASKED_SERVICES } from '@lectern/contracts/rpc';

/*
 * The rights of each process in Redis: its own requests, replies and queues, and the commands that these take (ADR 0029). From this table come
 * the local server's users and `deploy/redis/users.conf` (`npm run redis:users`). The user `default` is the administrator's: no process has it.
 */

/** A process's own user, named as the process. */
export interface RedisUser {
  /** Services that it asks. */
  readonly asks: readonly string[];
  /** The service whose requests it answers, if it does. */
  readonly answers?: string;
  /** Queues that it works at, looks into or adds to, with `*` for any. */
  readonly queues: readonly string[];
  /**
   * Queues that it works at and others write to. For each there is a user `<process>.<queue>` with the same password, who reaches nothing
   * else: BullMQ's scripts write to keys that a job names, with the rights of the worker's user.
   */
  readonly foreign: readonly string[];
  /** Other keys that it reads and writes: rules of keys. */
  readonly keys: readonly string[];
  readonly commands: readonly string[];
}

const CONNECTION = ['auth', 'hello', 'select', 'ping', 'quit', 'info', 'client|setname'];
const ASKING = ['rpush', 'lrem', 'subscribe', 'unsubscribe'];
const ANSWERING = ['blmpop', 'rpush', 'del', 'publish'];
/** Those of BullMQ's scripts, which run with the rights of their caller, and of its classes. */
const QUEUES = [
  ...['eval', 'evalsha', 'script|exists', 'script|load', 'multi', 'exec', 'discard', 'time', 'type'],
  ...['del', 'unlink', 'exists', 'rename', 'persist', 'pexpire', 'pexpireat', 'pttl', 'get', 'set', 'incr', 'incrby'],
  ...['hdel', 'hexists', 'hget', 'hgetall', 'hincrby', 'hlen', 'hmget', 'hmset', 'hscan', 'hset'],
  ...['lindex', 'llen', 'lpop', 'lpos', 'lpush', 'lrange', 'lrem', 'lset', 'ltrim', 'rpop', 'rpoplpush', 'rpush'],
  ...['sadd', 'scard', 'sismember', 'smembers', 'srem', 'sscan', 'xadd', 'xdel', 'xlen', 'xrange', 'xread', 'xtrim'],
  ...['bzpopmin', 'zadd', 'zcard', 'zcount', 'zlexcount', 'zpopmin', 'zrange', 'zrangebylex', 'zrangebyscore', 'zrem'],
  ...['zremrangebyrank', 'zremrangebyscore', 'zrevrange', 'zrevrangebyscore', 'zscore'],
];
/** Publishes events: says that it wrote something, and notices when Redis lost its memory. */
const epochOf = (service: string): string => `~lectern:epoch:${service}`;
const RELAYING = ['publish', 'get', 'set'];

/** The subscribers of each service's events. */
const SUBSCRIBERS: Readonly<Record<string, readonly string[]>> = {
  identity: ['billing', 'registrations', 'messaging'],
  billing: ['identity', 'registrations', 'messaging'],
  registrations: ['identity', 'billing', 'messaging'],
  messaging: ['identity'],
  content: ['identity', 'registrations', 'messaging'],
};

/** Queues of a service's own, and those that its subscribers have for its events. */
const queuesOf = (name: string, lanes: readonly string[]): string[] => [
  ...['jobs', ...lanes].map((lane) => `${name}-${lane}`),
  ...(SUBSCRIBERS[name] ?? []).map((subscriber) => `${subscriber}-events-of-${name}`),
];

/** A service that answers, works at its own queues and adds events to those that its subscribers have for it. */
const service = (
  name: string,
  more: { lanes?: readonly string[]; keys?: readonly string[]; commands?: readonly string[] } = {},
): RedisUser => ({
  asks: [],
  answers: name,
  queues: queuesOf(name, more.lanes ?? []),
  foreign: Object.keys(SUBSCRIBERS)
    .filter((publisher) => SUBSCRIBERS[publisher]?.includes(name))
    .map((publisher) => `${name}-events-of-${publisher}`),
  keys: [epochOf(name), ...(more.keys ?? [])],
  commands: [...ANSWERING, ...QUEUES, ...RELAYING, ...(more.commands ?? [])],
});

const MAIL_LANES = ['mail', 'campaigns'];

export const REDIS_USERS: Readonly<Record<string, RedisUser>> = {
  gateway: {
    asks: ASKED_SERVICES.gateway,
    // Administrators look into all of them, and have what was given up tried again: scripts that touch nothing but the queue.
    queues: ['*'],
    foreign: [],
    keys: ['~lectern:rate:*'],
    commands: [...ASKING, ...QUEUES, 'scan', 'expire', 'ttl'],
  },
  identity: service('identity', {
    keys: ['~lectern:sign-in:*'],
    commands: ['decr'],
  }),
  billing: service('billing'),
  registrations: service('registrations'),
  messaging: service('messaging', { lanes: MAIL_LANES }),
  'messaging-worker': {
    asks: ASKED_SERVICES['messaging-worker'],
    queues: queuesOf('messaging', MAIL_LANES),
    foreign: [],
    keys: [epochOf('messaging')],
    commands: [...ASKING, ...QUEUES, ...RELAYING],
  },
  content: service('content'),
  operator: {
    asks: ASKED_SERVICES.operator,
    queues: ['*'],
    foreign: [],
    keys: [epochOf('*')],
    commands: [...ASKING, ...QUEUES, 'scan'],
  },
};

export const REDIS_USER_NAMES: readonly string[] = Object.keys(REDIS_USERS);

const allowing = (commands: readonly string[]): string =>
  ['-@all', ...[...new Set([...CONNECTION, ...commands])].sort().map((command) => `+${command}`)].join(' ');

/** Everything that a process's user may, as Redis' `user` takes it; without its password. */
export const rulesOf = (name: string): string => {
  const user = REDIS_USERS[name];
  if (user === undefined) throw new Error(`Redis has no user ${name}`);
  // Writing alone: what waits in a list is for the service.
  const lists = user.asks.map((asked) => `%W~lectern:requests:${asked}:${name}`);
  const answered = user.answers === undefined ? [] : [`~lectern:requests:${user.answers}:*`];
  const queues = user.queues.map((queue) => `~lectern:queue:${queue}:*`);
  const replies = user.asks.map((asked) => `&lectern:replies:${asked}:${name}:*`);
  if (user.answers !== undefined) replies.push(`&lectern:replies:${user.answers}:*`);
  return [
    'resetkeys',
    ...lists,
    ...answered,
    ...queues,
    ...user.keys,
    'resetchannels',
    ...replies,
    '&lectern:events:*',
    allowing(user.commands),
  ].join(' ');
};

/** Everything that the user may that works at a queue which others write to. */
export const rulesAt = (queue: string): string =>
  `resetkeys ~lectern:queue:${queue}:* resetchannels ${allowing(QUEUES)}`;

/** The users with the password of a process, by their rules. */
const usersOf = (name: string): [user: string, rules: string][] => [
  [name, rulesOf(name)],
  ...(REDIS_USERS[name]?.foreign ?? []).map((queue): [string, string] => [`${name}.${queue}`, rulesAt(queue)]),
];

/** A line of a configuration for each user, with digests of the passwords. */
export const redisUserLines = (passwords: Readonly<Record<string, string>>): string[] =>
  REDIS_USER_NAMES.flatMap((name) => {
    const digest = createHash('sha256')
      .update(passwords[name] ?? '')
      .digest('hex');
    return usersOf(name).map(([user, rules]) => `user ${user} on #${digest} ${rules}`);
  });

/** The variable of a user's password where Redis is composed. */
export const passwordVariable = (name: string): string => `REDIS_${name.replace('-', '_').toUpperCase()}_PASSWORD`;

/** `deploy/redis/users.conf`: the same, with the names of variables in place of the passwords. */
export const redisUsersTemplate = (): string =>
  [
    '# The users of Redis: what each process may. Written by `npm run redis:users` from tools/src/servers/redis-users.ts.',
    ...REDIS_USER_NAMES.flatMap((name) =>
      usersOf(name).map(([user, rules]) => `user ${user} on >\${${passwordVariable(name)}} ${rules}`),
    ),
    '',
  ].join('\n');

/** The address of the same Redis for one user. */
export const redisUrlFor = (url: string, username: string, password: string): string =>
  Object.assign(new URL(url), { username, password }).href;
