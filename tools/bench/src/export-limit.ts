import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchLimit } from './bench-table.ts';
import { fillList, LISTS } from './filled-lists.ts';
import { json, postJson } from './new-member.ts';
import { type StartedSystem, startSystem } from './started-system.ts';

const PEOPLE = 1_000_000;
const FIRST_BYTE_MS = 100;
const GROWTH_MB = 100;
const TIMES_COPY = 8;
const LOOK_EVERY_MS = 200;
const KB_PER_MB = 1_024;
const LINE_FEED = 10;
const PROCESSES = ['gateway', 'registrations'] as const;

/** The time of Postgres itself: the same columns of the same rows in the same order, to a client that only receives them. */
const CONTROL = `COPY (
  SELECT first_name, last_name, email, phone, division, billing_cycle, status, experience_level, goals, referral_source, referral_code, billing_start_date,
    registered_at, stripe_customer_id, stripe_subscription_id
  FROM registrations.debate_club_registrations WHERE hidden_at IS NULL ORDER BY registered_at DESC, id DESC
) TO STDOUT (FORMAT csv, HEADER)`;

/** Resident megabytes of a process of the system. */
const memoryOf = async ({ run }: StartedSystem, name: string): Promise<number> => {
  const found = run.processes.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`${name} does not run`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${found.pid}/status`, 'utf8'))?.[1]) / KB_PER_MB;
};

/** A million registrations as a CSV file through the whole system, beside Postgres' own `COPY`. */
export const measureExport = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-export-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { run } = system;
  const database = new pg.Client({ connectionString: run.database.adminUrl });
  try {
    await database.connect();
    await fillList(database, LISTS[0]!, 1, PEOPLE);
    const { token } = await json<{ token: string }>(
      await postJson(`${run.siteUrl}/api/admin/login`, JSON.stringify(run.admin)),
    );
    /** Takes all of an export. Returns when its first piece came, when the last did, and how many records there were. */
    const take = async (query = ''): Promise<{ firstMs: number; allMs: number; records: number }> => {
      const began = performance.now();
      const answer = await fetch(`${run.siteUrl}/api/admin/export/debate-club${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok || answer.body === null) throw new Error(`The export answered ${answer.status}`);
      const reader = answer.body.getReader();
      let firstMs = 0;
      let records = 0;
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        if (firstMs === 0) firstMs = performance.now() - began;
        const bytes = Buffer.from(piece.value as Uint8Array);
        for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) records += 1;
      }
      return { firstMs, allMs: performance.now() - began, records };
    };
    await take('?status=pending'); // what is planned and compiled once
    const [firsts, ratios, seconds, growths]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const before = await Promise.all(PROCESSES.map((name) => memoryOf(system, name)));
      let growth = 0;
      const watch = setInterval(() => {
        void Promise.all(PROCESSES.map((name) => memoryOf(system, name))).then((now) => {
          growth = Math.max(growth, ...now.map((mb, index) => mb - before[index]!));
        });
      }, LOOK_EVERY_MS);
      const { firstMs, allMs, records } = await take().finally(() => clearInterval(watch));
      if (records !== PEOPLE + 1) throw new Error(`${records} of ${PEOPLE + 1} records came`);
      firsts.push(firstMs);
      const began = performance.now();
      await database.query(CONTROL);
      ratios.push(allMs / (performance.now() - began));
      seconds.push(allMs / 1_000);
      growths.push(growth);
    }
    return [
      {
        what: `An export of ${PEOPLE.toLocaleString('en-US')} registrations: its first byte`,
        unit: 'ms',
        values: firsts,
        atMost: FIRST_BYTE_MS,
      },
      {
        what: `all of it (${seconds.map((value) => value.toFixed(1)).join(', ')} s), times what \`COPY TO STDOUT\` takes in the same order`,
        unit: '×',
        values: ratios,
        atMost: TIMES_COPY,
      },
      {
        what: 'memory that gateway or registrations held more meanwhile',
        unit: 'MB',
        values: growths,
        atMost: GROWTH_MB,
      },
    ];
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
