import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ListImport } from '@lectern/contracts/list-import';
import type { BenchLimit } from './bench-table.ts';
import { json, postJson } from './new-member.ts';
import { startSystem } from './started-system.ts';

const ROWS = 10_000;
const LIMIT_S = 10;
const MS_PER_S = 1_000;

interface ImportedList {
  readonly kind: 'debate-club' | 'newsletter';
  readonly headings: string;
  readonly row: (mailbox: string) => string;
  /** A statement that adds as many rows to the same table: the time of Postgres itself. `$1` makes the email addresses unique. */
  readonly control: string;
}

const LISTS: readonly ImportedList[] = [
  {
    kind: 'debate-club',
    headings: 'Email,First name,Last name,Phone,Division,Goals',
    row: (mailbox) => `${mailbox}@example.com,Bench,Mark,+1 555 0100,Professional,"To speak up, ""really"" well"`,
    control: `INSERT INTO registrations.debate_club_registrations (email, email_key, first_name, last_name, phone, billing_cycle, goals)
      SELECT $1 || n || '@example.com', $1 || n || '@example.com', 'Bench', 'Mark', '+1 555 0100', 'monthly', 'To speak up, "really" well' FROM generate_series(1, ${ROWS}) AS n`,
  },
  {
    kind: 'newsletter',
    headings: 'Email,Tags',
    row: (mailbox) => `${mailbox}@example.com,"news, finals"`,
    control: `INSERT INTO messaging.newsletter_subscribers (email, email_key, source, tags)
      SELECT $1 || n || '@example.com', $1 || n || '@example.com', 'import', '["news", "finals"]' FROM generate_series(1, ${ROWS}) AS n`,
  },
];

/** Ten thousand people from a file into each list that takes files, through the whole system: read, tried out and done. */
export const measureImport = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-import-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { run } = system;
  const database = new pg.Client({ connectionString: run.database.adminUrl });
  try {
    await database.connect();
    const { token } = await json<{ token: string }>(
      await postJson(`${run.siteUrl}/api/admin/login`, JSON.stringify(run.admin)),
    );
    const post = async (path: string, body?: object | string): Promise<ListImport> =>
      json<ListImport>(
        await fetch(`${run.siteUrl}/api/admin/imports/${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      );
    const bring = async ({ kind, headings, row }: ImportedList, name: string): Promise<number> => {
      const text = `${headings}\n${Array.from({ length: ROWS }, (_, index) => row(`${name}.${index}`)).join('\n')}\n`;
      const began = performance.now();
      const { id, mapping } = await post(`${kind}?name=people.csv`, text);
      const checked = await post(`${kind}/${id}/check`, mapping);
      if (checked.ready !== ROWS) throw new Error(`${checked.ready} of ${ROWS} rows can be taken`);
      const done = await post(`${kind}/${id}/do`);
      if (done.status !== 'done') throw new Error(`The import is ${done.status}`);
      return (performance.now() - began) / MS_PER_S;
    };
    const limits: BenchLimit[] = [];
    for (const list of LISTS) {
      const [seconds, bare]: [number[], number[]] = [[], []];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        seconds.push(await bring(list, `file${repetition}`));
        const began = performance.now();
        await database.query(list.control, [`bare${repetition}.`]);
        bare.push((performance.now() - began) / MS_PER_S);
      }
      const beside = bare.map((value) => value.toFixed(2)).join(', ');
      limits.push({
        what: `A file of ${ROWS.toLocaleString('en-US')} people into ${list.kind} (one bare INSERT of as many: ${beside} s)`,
        unit: 's',
        values: seconds,
        atMost: LIMIT_S,
      });
    }
    return limits;
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
