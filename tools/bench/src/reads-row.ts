import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import jwt from 'jsonwebtoken';
import { Pool } from 'undici';
import type { BenchLimit, BenchRow } from './bench-table.ts';
import { json, newMember, postJson } from './new-member.ts';
import { percentile } from '@lectern/tools/measured/percentile';
import { startSystem } from './started-system.ts';

const CONTROL = fileURLToPath(new URL('./read-control.js', import.meta.url));
const CONNECTIONS = 64;
/** Each connection belongs to another member, so that no session is reused for another connection. */
const MEMBERS = CONNECTIONS;
const TARGET_RATIO = 0.5;
const P99_TIMES = 3;
const TURNS = 6;
const TURN_MS = 1_000;
const WARM_UP_MS = 4_000;

interface Reader {
  readonly pool: Pool;
  /** The request that the connection of this number sends. */
  readonly ask: (connection: number) => { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
}

/** Milliseconds that each request took, all connections asking again as soon as they are answered, for so long. */
const readFor = async ({ pool, ask }: Reader, milliseconds: number): Promise<number[]> => {
  const taken: number[] = [];
  const until = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const request = { method: 'GET' as const, ...ask(connection) };
      for (let began = performance.now(); began < until; began = performance.now()) {
        const { statusCode, body } = await pool.request(request);
        await body.dump();
        if (statusCode !== 200) throw new Error(`${request.path} answered ${statusCode}`);
        taken.push(performance.now() - began);
      }
    }),
  );
  return taken;
};

interface Pair {
  readonly ours: number;
  readonly control: number;
  /** p99 of ours as times the control's. */
  readonly p99Times: number;
}

/** Both sides in short turns, each going first in every other one. */
const measurePair = async (ours: Reader, control: Reader): Promise<Pair> => {
  const [ofOurs, ofControl]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const measureOurs = async (): Promise<void> => void ofOurs.push(...(await readFor(ours, TURN_MS)));
    const measureControl = async (): Promise<void> => void ofControl.push(...(await readFor(control, TURN_MS)));
    for (const measure of turn % 2 === 0 ? [measureOurs, measureControl] : [measureControl, measureOurs])
      await measure();
  }
  const seconds = (TURNS * TURN_MS) / 1_000;
  return {
    ours: ofOurs.length / seconds,
    control: ofControl.length / seconds,
    p99Times: percentile(ofOurs, 0.99) / percentile(ofControl, 0.99),
  };
};

interface Measured {
  readonly rows: BenchRow[];
  readonly limits: BenchLimit[];
}

/**
 * Reads through the gateway at 64 connections, each another member's, beside one Fastify process that asks the same Postgres for the same
 * rows. `only` is a part of a read's name.
 */
export const measureReads = async (repetitions: number, only = ''): Promise<Measured> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-reads-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir, { RATE_LIMIT_SCALE: '1000' });
  const { run } = system;
  const controlProcess = fork(CONTROL, { env: { ...process.env, DATABASE_URL: run.database.adminUrl } });
  const pools: Pool[] = [];
  try {
    const [port] = (await once(controlProcess, 'message')) as [number];
    const [ours, control] = [run.siteUrl, `http://127.0.0.1:${port}`].map(
      (origin) => new Pool(origin, { connections: CONNECTIONS, pipelining: 1 }),
    ) as [Pool, Pool];
    pools.push(ours, control);
    const members: { readonly headers: Readonly<Record<string, string>>; readonly person: string }[] = [];
    for (let number = 0; number < MEMBERS; number += 1) {
      const { token } = await json<{ token: string }>(
        await postJson(`${run.siteUrl}/api/auth/login`, JSON.stringify(await newMember(run))),
      );
      const { sub, jti } = jwt.decode(token) as { sub: string; jti: string };
      members.push({ headers: { authorization: `Bearer ${token}` }, person: `${sub}/${jti}` });
    }
    const member = (connection: number) => members[connection]!;
    const reads = [
      {
        what: 'the list of articles',
        ours: { pool: ours, ask: () => ({ path: '/api/blog' }) },
        control: { pool: control, ask: () => ({ path: '/blog' }) },
      },
      {
        what: 'who is signed in',
        ours: {
          pool: ours,
          ask: (connection: number) => ({ path: '/api/auth/user', headers: member(connection).headers }),
        },
        control: { pool: control, ask: (connection: number) => ({ path: `/user/${member(connection).person}` }) },
      },
      {
        what: 'details of the subscription',
        ours: {
          pool: ours,
          ask: (connection: number) => ({ path: '/api/subscription/details', headers: member(connection).headers }),
        },
        control: {
          pool: control,
          ask: (connection: number) => ({ path: `/subscription/${member(connection).person}` }),
        },
      },
    ].filter(({ what }) => what.includes(only));
    const measured: Measured = { rows: [], limits: [] };
    for (const read of reads) {
      for (const reader of [read.ours, read.control]) await readFor(reader, WARM_UP_MS);
      const pairs: Pair[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1)
        pairs.push(await measurePair(read.ours, read.control));
      measured.rows.push({
        what: `Reads through the gateway, ${CONNECTIONS} connections: ${read.what}`,
        unit: 'reads/s',
        controlName: 'Fastify with pg',
        repetitions: pairs,
        targetRatio: TARGET_RATIO,
      });
      measured.limits.push({
        what: `The same, p99: ${read.what}`,
        unit: 'times the control’s',
        values: pairs.map(({ p99Times }) => p99Times),
        atMost: P99_TIMES,
      });
    }
    return measured;
  } finally {
    for (const pool of pools) await pool.destroy();
    controlProcess.disconnect();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
