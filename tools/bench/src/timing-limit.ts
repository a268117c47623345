import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { spreadOf } from '@lectern/tools/measured/spread';
import type { BenchLimit } from './bench-table.ts';
import { newMember } from './new-member.ts';
import { startSystem } from './started-system.ts';

const CALLS = 200;
const LIMIT_MS = 5;
/** From the fifth failure on an account waits, and is answered in no time. */
const FAILURES_MAX = 4;

const PASSWORD = 'not the one of anybody';
const ROUTES: readonly [what: string, path: string, bodyOf: (email: string) => object][] = [
  ['signing in with a wrong password', '/api/auth/login', (email) => ({ email, password: PASSWORD })],
  ['asking for a reset', '/api/auth/reset-password', (email) => ({ email })],
  [
    'setting up an account without a proof',
    '/api/auth/setup-account',
    (email) => ({
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      firstName: 'Bench',
      lastName: 'Mark',
      division: 'development',
    }),
  ],
];

/** Accounts like the one of `email`, with its password, under these addresses. */
const copyAccount = async (database: pg.Client, email: string, addresses: readonly string[]): Promise<void> => {
  const { rows } = await database.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'identity' AND table_name = 'users' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'email', 'email_key', 'referral_code')`,
  );
  const same = rows.map(({ name }) => name).join(', ');
  await database.query(
    `INSERT INTO identity.users (id, email, email_key, referral_code, ${same})
     SELECT gen_random_uuid(), address, address, 'T' || lpad(number::text, 7, '0'), ${same}
     FROM identity.users, unnest($2::text[]) WITH ORDINALITY AS copies (address, number) WHERE email_key = $1`,
    [email, addresses],
  );
};

/**
 * Whether the response time reveals that an email address has an account: the median difference of pairs of requests in direct succession,
 * and beside it that of pairs of which neither has one, which is the machine's own noise. `only` is a part of a path.
 */
export const measureTiming = async (repetitions: number, only = ''): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-timing-'));
  await chmod(dataDir, 0o711);
  // Each call comes from another IP address: twenty failures from one make it wait.
  const system = await startSystem(dataDir, { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMIT_SCALE: '10000' });
  const database = new pg.Client({ connectionString: system.run.database.adminUrl });
  let visitors = 0;
  const timed = async (path: string, body: object): Promise<{ ms: number; said: string }> => {
    const visitor = (visitors += 1);
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${visitor >> 8}.${visitor & 255}`,
    };
    const began = performance.now();
    const answer = await fetch(system.run.siteUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    const ms = performance.now() - began;
    return { ms, said: `${answer.status} ${text.replace(/"correlationId":"[^"]*"/, '')}` };
  };
  /** Both kinds in turn, so that what else the machine does meets both alike; each goes first as often as the other. */
  const gap = async (
    path: string,
    bodyOf: (email: string) => object,
    kinds: readonly [readonly string[], readonly string[]],
  ): Promise<number> => {
    const differences: number[] = [];
    const answers = new Set<string>();
    for (let call = 0; call < CALLS; call += 1) {
      const times: [number, number] = [0, 0];
      for (const kind of call % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms, said } = await timed(path, bodyOf(kinds[kind][call]!));
        times[kind] = ms;
        answers.add(said);
      }
      differences.push(times[0] - times[1]);
    }
    if (answers.size !== 1) throw new Error(`${path} answers differently: ${[...answers].join(' or ')}`);
    return Math.abs(spreadOf(differences).median);
  };
  try {
    await database.connect();
    const { email } = await newMember(system.run);
    const addresses = (kind: string): string[] =>
      Array.from({ length: CALLS }, (_, index) => `${kind}-${index}@example.com`);
    const [known, unknown, others] = [addresses('known'), addresses('nobody'), addresses('others')] as const;
    await copyAccount(database, email, known);
    const limits: BenchLimit[] = [];
    for (const [what, path, bodyOf] of ROUTES.filter(([, each]) => each.includes(only))) {
      const [ours, control]: [number[], number[]] = [[], []];
      for (let repetition = 0; repetition < Math.min(repetitions, FAILURES_MAX); repetition += 1) {
        ours.push(await gap(path, bodyOf, [known, unknown]));
        control.push(
          await gap(path, bodyOf, [
            addresses(`first-${repetition}`),
            others.map((address) => `${repetition}-${address}`),
          ]),
        );
      }
      limits.push(
        {
          what: `${what}: the middle difference of ${CALLS} pairs of a known and an unknown address`,
          unit: 'ms',
          values: ours,
          atMost: LIMIT_MS,
        },
        { what: `${what}: the same of two unknown ones`, unit: 'ms', values: control, atMost: LIMIT_MS },
      );
    }
    return limits;
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
