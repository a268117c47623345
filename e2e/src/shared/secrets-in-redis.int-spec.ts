import { createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { emailTo, tokensTo } from '../testing/mailbox.ts';
import { callApi, joinAs, logInPerson, newRegistration, patiently, payAt, pricesOf } from '../testing/person.ts';
import { environmentOf } from '../testing/process-status.ts';
import { timeOf } from '../testing/provider.ts';
import { sharedSystem } from '../testing/start-system.ts';

/* People type passwords, follow links and are emailed, while everything that Redis is sent is watched. */

const password = (): string => `quiet ${randomBytes(9).toString('hex')} llamas`;

const system = await sharedSystem();
let redis: Redis;
let monitor: Socket;
/** Every command that Redis is sent, a line for each, as `MONITOR` prints it. */
let watched = '';
/** Secrets that must not be found, by their name. */
const planted: Record<string, string> = {};

const plant = (what: string, secret: string): string => (planted[what] = secret);

/** Posts, and answers what came back; anything but a success is thrown. */
const post = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
  const answer = await callApi<T>(system, 'POST', path, token === undefined ? { body } : { body, token });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const newestToken = (email: string, page: string): Promise<string> =>
  patiently(`a link to ${page}`, async () => {
    const [token] = await tokensTo(system, email, page);
    if (token === undefined) throw new Error('not yet');
    return token;
  });

const registerAndReset = async (): Promise<void> => {
  const person = newRegistration();
  person.password = person.confirmPassword = plant('a password at registration and sign-in', password());
  plant('the email address of a member', person.email);
  await joinAs(system, person);
  await post('/api/auth/reset-password', { email: person.email });
  const token = plant('the token of a reset', await newestToken(person.email, '/reset-password'));
  const next = plant('a password at a reset', password());
  await post('/api/auth/reset-password/confirm', { token, password: next, confirmPassword: next });
  await logInPerson(system, { email: person.email, password: next });
};

const setUpAsGuest = async (): Promise<void> => {
  const email = plant('the email address of a guest', `guest+${randomUUID().slice(0, 8)}@example.com`);
  const { url } = await post<{ url: string }>('/api/create-subscription', {
    priceId: (await pricesOf(system)).monthly,
    customerEmail: email,
  });
  await payAt(url);
  await emailTo(system, email, ({ text }) => text.includes('/setup-account?'));
  const token = plant('the token of a new account', await newestToken(email, '/setup-account'));
  const chosen = plant('a password at the setup of an account', password());
  await post('/api/auth/setup-account', {
    token,
    email,
    firstName: 'Ada',
    lastName: 'Okafor',
    division: 'development',
    password: chosen,
    confirmPassword: chosen,
  });
};

const useSecondFactor = async (): Promise<void> => {
  const { admin: first, database } = await system.run();
  // Another one with the same password: other specs sign in as the first.
  const admin = { ...first, email: `quiet-${randomUUID().slice(0, 8)}@example.org` };
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(
    'INSERT INTO identity.admins (email, email_key, name, role, password_hash) SELECT $1, $1, name, role, password_hash FROM identity.admins WHERE email = $2',
    [admin.email, first.email],
  );
  await client.end();
  plant("the administrator's password", admin.password);
  const { token } = await post<{ token: string }>('/api/admin/login', admin);
  plant("the administrator's bearer token", token);
  const { secret } = await post<{ secret: string }>(
    '/api/admin/second-factor/start',
    { currentPassword: admin.password },
    token,
  );
  plant("the secret of the administrator's app", secret);
  const on = await post<{ recoveryCodes: string[] }>(
    '/api/admin/second-factor/turn-on',
    { code: TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: await timeOf(system) }) },
    token,
  );
  await post('/api/admin/login', { ...admin, code: plant('a recovery code', on.recoveryCodes[0] as string) });
};

beforeAll(async () => {
  redis = new Redis((await system.run()).redisUrl);
  // Not by a client: its reader of replies trips over commands that come before the answer to `MONITOR`.
  const url = new URL((await system.run()).redisUrl);
  monitor = connect(Number(url.port), url.hostname).on('data', (data: Buffer) => (watched += data.toString('latin1')));
  monitor.write(`AUTH ${decodeURIComponent(url.password)}\r\nMONITOR\r\n`);
  await patiently('the watch', async () => expect(watched).toMatch(/^\+OK\r\n\+OK\r\n/));
  await registerAndReset();
  await setUpAsGuest();
  await useSecondFactor();
});

afterAll(async () => {
  monitor.destroy();
  redis.disconnect();
});

const foundIn = (text: string): string[] =>
  Object.entries(planted).flatMap(([what, secret]) => (text.includes(secret) ? [what] : []));

/** Every file of a folder, as it is on the disk. */
const filesOf = async (folder: string): Promise<{ name: string; text: string }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(folder.length + 1), text: await readFile(file, 'latin1') })),
  );
};

/** The contents of a file, or of every file of a folder. */
const textsOf = async (path: string): Promise<string[]> =>
  (await stat(path)).isDirectory() ? (await filesOf(path)).map(({ text }) => text) : [await readFile(path, 'latin1')];

/** A sealed request or reply, with what it is bound to. */
interface Sealed {
  readonly service: string;
  readonly binding: readonly (string | number)[];
  readonly text: string;
}

/** The arguments of each watched command of that name, unescaped. */
const commandsOf = (name: string): string[][] =>
  watched
    .split('\r\n')
    .map((line) => (line.match(/"(?:[^"\\]|\\.)*"/g) ?? []) as string[])
    .filter(([command, key]) => command === `"${name}"` && key?.startsWith('"lectern:re'))
    .map(([, ...args]) => args.map((arg) => JSON.parse(arg) as string));

const sealedRequests = (): Sealed[] =>
  commandsOf('rpush').flatMap(([list = '', ...messages]) => {
    const [, , service = '', caller = ''] = list.split(':');
    return messages.map((message) => {
      const [id, replyTo, deadline, , name, text] = JSON.parse(message) as [
        string,
        string,
        number,
        string,
        string,
        string,
      ];
      return { service, binding: ['request', service, caller, id, replyTo, deadline, name], text };
    });
  });

const sealedReplies = (): Sealed[] =>
  commandsOf('publish').flatMap(([channel = '', batch = '']) =>
    // A line for each piece of a reply: the request's id, how many are to come (here none), and what is sealed.
    [...batch.matchAll(/(.+) 0 (.+)\n/g)].map(([, id = '', text = '']) => ({
      service: channel.split(':')[2] ?? '',
      binding: ['reply', channel, id],
      text,
    })),
  );

const open = (key: Buffer, { binding, text }: Sealed): string | undefined => {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(JSON.stringify(binding)))
    .setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** Payloads that the environment of a running process decrypts, whichever of its values is the key. */
const openedBy = async (process: string, sealed: readonly Sealed[]): Promise<string[]> => {
  const { pid } = (await system.run()).processes.find(({ name }) => name === process) ?? {};
  const words = (await environmentOf(pid ?? 0)).split(/\s+/);
  const values = words.flatMap((word) => word.slice(word.indexOf('=') + 1).split(','));
  const keys = [...new Set(values)].map((value) =>
    Buffer.from(hkdfSync('sha256', value, '', 'lectern:requests:1', 32)),
  );
  return sealed.flatMap((one) => {
    for (const key of keys) {
      const text = open(key, one);
      if (text !== undefined) return [text];
    }
    return [];
  });
};

it('allows every process all its commands', async () => {
  expect(await redis.call('ACL', 'LOG')).toEqual([]);
  // Those of foreign queues, `<process>.<queue>`, belong to their process.
  const users = String(await redis.client('LIST'))
    .split('\n')
    .flatMap((line) => / user=([a-z-]+)/.exec(line)?.[1] ?? []);
  expect([...new Set(users)].sort()).toEqual([
    'billing',
    'content',
    'default',
    'gateway',
    'identity',
    'messaging',
    'messaging-worker',
    'registrations',
  ]);
});

describe('personal input', () => {
  it('is not among the commands that Redis receives', async () => {
    const requests = watched.match(/"rpush" "lectern:requests:identity:gateway"/g);
    expect(requests?.length).toBeGreaterThan(5);
    expect(foundIn(watched)).toEqual([]);
    // A secret that is sent is seen.
    await redis.publish('planted', planted['a recovery code'] as string);
    await patiently('the planted secret', async () => expect(foundIn(watched)).toEqual(['a recovery code']));
  });

  it('opens for identity and the processes that ask it, and for no other process', async () => {
    const of = (service: string, sealed: readonly Sealed[]): Sealed[] =>
      sealed.filter((one) => one.service === service);
    const requests = of('identity', sealedRequests());
    const replies = of('identity', sealedReplies());
    for (const process of ['identity', 'gateway', 'messaging-worker']) {
      const opened = await openedBy(process, requests);
      expect([process, opened.length]).toEqual([process, requests.length]);
      const answers = await openedBy(process, replies);
      expect([process, answers.length]).toEqual([process, replies.length]);
      expect(foundIn([...opened, ...answers].join('\n')).sort()).toEqual(Object.keys(planted).sort());
    }
    for (const process of ['billing', 'registrations', 'messaging', 'content'])
      expect([process, (await openedBy(process, [...requests, ...replies])).length]).toEqual([process, 0]);
    // Requests and replies of the other services share one key, and contain nothing secret.
    const others = [...sealedRequests(), ...sealedReplies()].filter(({ service }) => service !== 'identity');
    const opened = await openedBy('billing', others);
    expect([opened.length > 0, opened.length]).toEqual([true, others.length]);
    expect(foundIn(opened.join('\n')).filter((what) => !what.startsWith('the email address'))).toEqual([]);
  });

  it('is in no key of Redis', async () => {
    const dumps: string[] = [];
    for await (const keys of redis.scanStream()) {
      for (const key of keys as string[]) dumps.push(key + ((await redis.dumpBuffer(key))?.toString('latin1') ?? ''));
    }
    expect(dumps.length).toBeGreaterThan(10);
    expect(foundIn(dumps.join('\n'))).toEqual([]);
  });

  it('is nowhere on the disk of Redis, which stores nothing', async () => {
    const files = await filesOf(join(system.dataDir, 'redis'));
    expect(files.flatMap(({ text }) => foundIn(text))).toEqual([]);
    expect(files.map(({ name }) => name).filter((name) => /aof|rdb/.test(name))).toEqual([]);
    // Beside Redis, except for the output for the owner of the local system, and the emails that the emulator keeps. Postgres has the addresses.
    const others = (await readdir(system.dataDir)).filter(
      (name) => !['run.json', 'secrets.json', 'output.log', 'sandbox'].includes(name),
    );
    expect(others).toEqual(expect.arrayContaining(['logs', 'postgres', 'redis']));
    for (const name of others) {
      const found = (await textsOf(join(system.dataDir, name))).flatMap((text) => foundIn(text));
      expect([name, found.filter((what) => !what.startsWith('the email address'))]).toEqual([name, []]);
    }
    expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'no']);
    expect(await redis.config('GET', 'save')).toEqual(['save', '']);
  });
});
