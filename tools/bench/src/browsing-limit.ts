import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { Pool } from 'undici';
import { TOKEN_ALGORITHM, TOKEN_ISSUER, TOKEN_TYPE, tokenAudience } from '@lectern/service-kit/token/token-format';
import type { BenchLimit } from './bench-table.ts';
import { FILL_READERS, sendCampaign } from './campaign-row.ts';
import { newMember } from './new-member.ts';
import { p95, percentile } from '@lectern/tools/measured/percentile';
import { startSystem } from './started-system.ts';

const MEMBERS = 10_000;
const READERS = 100_000;
const PER_SECOND = 200;
const MINUTES = 10;
const P99_MS = 150;
/** More than the requests in flight at any time, unless the system hangs. */
const CONNECTIONS = 256;
/** Processes that have just started are slower, and no real site starts with two hundred reads a second. */
const WARM_UP_MS = 20_000;
const CAMPAIGN_AFTER_MS = WARM_UP_MS + 10_000;
const TOKEN_SECONDS = 86_400;
const GIVE_UP_MS = 30_000;

/** The pages that members read, and their share of a hundred reads. */
const LOOKS: readonly { readonly path: string; readonly of100: number; readonly isMembers?: true }[] = [
  { path: '/', of100: 10 },
  { path: '/api/blog', of100: 10 },
  { path: '/api/testimonials', of100: 5 },
  { path: '/api/events', of100: 10 },
  { path: '/api/auth/user', of100: 25, isMembers: true },
  { path: '/api/subscription/details', of100: 20, isMembers: true },
  { path: '/api/events/mine', of100: 10, isMembers: true },
  { path: '/api/recordings?limit=20', of100: 10, isMembers: true },
];
const HUNDRED = LOOKS.flatMap((look) => Array.from({ length: look.of100 }, () => look));

/** Copies a row so many times, with the columns of `changes` as they say of the copy's number `n`. */
const copyRows = async (
  database: pg.Client,
  table: string,
  where: string,
  count: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> => {
  const [schema, name] = table.split('.');
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [schema, name],
  );
  const columns = rows.map((row) => row.name);
  const values = columns.map((column) => changes[column] ?? `original.${column}`);
  await database.query(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} AS original, generate_series(1, ${count}) AS n WHERE ${where}`,
  );
};

/** Members who have paid. All but the first are copies, so that nobody waits for ten thousand passwords to be hashed. */
const fillMembers = async (database: pg.Client, email: string): Promise<{ id: string; session_version: number }[]> => {
  // Of version 4, which ids of ours are checked for.
  const id = `overlay(overlay(md5('member' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const emailOfCopy = `'member-' || n || '@example.com'`;
  const {
    rows: [first],
  } = await database.query<{ id: string }>('SELECT id FROM identity.users WHERE email_key = $1', [email]);
  const customer = `(SELECT id FROM billing.customers WHERE user_id = '${first!.id}')`;
  await copyRows(database, 'billing.customers', `id = ${customer}`, MEMBERS, {
    id: `'cus_bench_' || n`,
    user_id: id,
    email: emailOfCopy,
    email_key: emailOfCopy,
  });
  await copyRows(database, 'billing.subscriptions', `customer_id = ${customer}`, MEMBERS, {
    id: `'sub_bench_' || n`,
    customer_id: `'cus_bench_' || n`,
  });
  await copyRows(database, 'identity.users', `id = '${first!.id}'`, MEMBERS, {
    id,
    email: emailOfCopy,
    email_key: emailOfCopy,
    referral_code: `'bench-' || n`,
    stripe_customer_id: `'cus_bench_' || n`,
    stripe_subscription_id: `'sub_bench_' || n`,
  });
  for (const table of ['identity.users', 'billing.customers', 'billing.subscriptions'])
    await database.query(`ANALYZE ${table}`);
  return (
    await database.query<{ id: string; session_version: number }>(
      `SELECT id, session_version FROM identity.users WHERE email LIKE 'member-%'`,
    )
  ).rows;
};

interface Looked {
  /** Milliseconds after the beginning at which it was due. */
  readonly at: number;
  readonly ms: number;
  readonly failure?: string;
}

/**
 * Ten thousand members browse, two hundred requests a second however slow the answers are (each counts from when it was due), beside a
 * campaign to a hundred thousand readers. `minutes` is ten unless said.
 */
export const measureBrowsing = async (minutes = MINUTES): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-browsing-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { run } = system;
  const database = new pg.Client({ connectionString: run.database.adminUrl });
  const pool = new Pool(run.siteUrl, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: GIVE_UP_MS,
    bodyTimeout: GIVE_UP_MS,
  });
  try {
    await database.connect();
    const { email } = await newMember(run);
    await database.query(FILL_READERS, [READERS]);
    await database.query('ANALYZE messaging.newsletter_subscribers');
    const members = await fillMembers(database, email);
    const { jwtPrivateKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      jwtPrivateKey: string;
    };
    const tokens = members.map(({ id: sub, session_version: sv }) =>
      jwt.sign({ sub, jti: randomUUID(), sv }, jwtPrivateKey, {
        algorithm: TOKEN_ALGORITHM,
        issuer: TOKEN_ISSUER,
        audience: tokenAudience('member'),
        expiresIn: TOKEN_SECONDS,
        header: { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE },
      }),
    );
    const looks: Looked[] = [];
    const began = performance.now();
    const look = async (at: number): Promise<void> => {
      const { path, isMembers } = HUNDRED[Math.floor(Math.random() * HUNDRED.length)]!;
      const token = tokens[Math.floor(Math.random() * tokens.length)]!;
      let failure: string | undefined;
      try {
        const { statusCode, body } = await pool.request({
          method: 'GET',
          path,
          headers: { 'accept-encoding': 'br', ...(isMembers === true ? { authorization: `Bearer ${token}` } : {}) },
        });
        await body.dump();
        if (statusCode !== 200) failure = `${path} answered ${statusCode}`;
      } catch (error) {
        failure = `${path}: ${String(error)}`;
      }
      looks.push({ at, ms: performance.now() - began - at, ...(failure === undefined ? {} : { failure }) });
    };
    const campaign = (async () => {
      await delay(CAMPAIGN_AFTER_MS);
      const from = performance.now() - began;
      await sendCampaign(system, READERS);
      return { from, to: performance.now() - began };
    })();
    const under: Promise<void>[] = [];
    for (let number = 0; number < PER_SECOND * (60 * minutes + WARM_UP_MS / 1_000); number += 1) {
      const at = (number * 1_000) / PER_SECOND;
      const early = at - (performance.now() - began);
      if (early > 1) await delay(early);
      under.push(look(at));
    }
    await Promise.all(under);
    const { from, to } = await campaign;
    const counted = looks.filter(({ at }) => at >= WARM_UP_MS);
    const failures = looks.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
    for (const failure of new Set(failures.slice(0, 10))) console.log(failure);
    const ms = (some: readonly Looked[]): number[] => some.map((one) => one.ms);
    const published = (when: string, some: readonly Looked[]): string =>
      some.length === 0
        ? `${when}: no reads`
        : `${when}: ${some.length.toLocaleString('en-US')} reads, p50 ${percentile(ms(some), 0.5).toFixed(1)}, p95 ${p95(ms(some)).toFixed(1)}, p99 ${percentile(ms(some), 0.99).toFixed(1)} ms`;
    console.log(
      [
        published('All', counted),
        published(
          'before the campaign',
          counted.filter(({ at }) => at < from),
        ),
        published(
          `beside it, ${((to - from) / 1_000).toFixed(1)} s`,
          counted.filter(({ at }) => at >= from && at <= to),
        ),
        published(
          'after its last email',
          counted.filter(({ at }) => at > to),
        ),
      ].join('\n') + '\n',
    );
    const name = `${MEMBERS.toLocaleString('en-US')} members browsing, ${PER_SECOND} reads/s for ${minutes} minutes beside a campaign to ${READERS.toLocaleString('en-US')}`;
    return [
      { what: `${name}: failed`, unit: 'reads', values: [failures.length], atMost: 0 },
      { what: `${name}: p99`, unit: 'ms', values: [percentile(ms(counted), 0.99)], atMost: P99_MS },
    ];
  } finally {
    await pool.destroy();
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
