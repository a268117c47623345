import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { encodeCursor } from '@lectern/service-kit/paging/page-cursor';
import { encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';
import type { BenchLimit } from './bench-table.ts';
import {
  COMMON_TAG,
  EVERY_MS,
  type FilledList,
  fillList,
  fillPayments,
  FIRST_AT,
  LISTS,
  movementId,
  PEOPLE,
  RARE_TAG,
} from './filled-lists.ts';
import { json, postJson } from './new-member.ts';
import { p95 } from '@lectern/tools/measured/percentile';
import { spreadOf } from '@lectern/tools/measured/spread';
import { startSystem } from './started-system.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const LOOKS = 100;
const LIMIT_MS = 100;
const COUNTS_LIMIT_MS = 50;
const TIMES_FEW = 3;
const COUNTS = 'the counts above the lists';
/** The people first: services make some of them from the other lists. */
const ALL = [PEOPLE, ...LISTS];

/** Ways to read a list; each request reads another position. `depth` is from 0, the newest, to 1, the oldest. */
const WAYS: readonly [string, (list: FilledList, depth: number, people: number) => Record<string, string>][] = [
  ['a page at any depth', (list, depth, people) => ({ cursor: cursorAt(list, `-${list.sort}`, 1 - depth, people) })],
  [
    'a page at any depth, oldest first',
    (list, depth, people) => ({ sort: list.sort, cursor: cursorAt(list, list.sort, depth, people) }),
  ],
  [
    'a common state',
    (list, depth, people) => ({ status: list.common, cursor: cursorAt(list, `-${list.sort}`, 1 - depth, people) }),
  ],
  ['a rare state', (list) => ({ status: list.rare })],
  ['a search for what few have', (_list, depth) => ({ q: hex(depth, 6) })],
  ['a search for what thousands have', (_list, depth) => ({ q: hex(depth, 3) })],
  [
    'a late page of a search',
    (list, depth, people) => ({ q: hex(depth, 3), cursor: cursorAt(list, `-${list.sort}`, 1 - depth, people) }),
  ],
  ['a search for what everybody has', () => ({ q: 'example.com' })],
  ['a search that finds nobody', (_list, depth) => ({ q: `${hex(depth, 4)} nobody` })],
  ['a search in a common state', (list, depth) => ({ q: hex(depth, 4), status: list.common })],
  ['a search in a rare state', (list, depth) => ({ q: hex(depth, 4), status: list.rare })],
];

/** Filters and orders that only the list of all people has. */
const WAYS_OF_PEOPLE: readonly [string, (depth: number) => Record<string, string>][] = [
  ['deactivated accounts', () => ({ account: 'deactivated' })],
  ['no account', () => ({ account: 'none' })],
  ['an unpaid sign-up', () => ({ unpaid: 'membership' })],
  ['an event to pay', () => ({ unpaid: 'event' })],
  ['a plan', () => ({ plan: 'annual' })],
  ['a plan, by name', () => ({ plan: 'annual', sort: 'name' })],
  ['a division and a plan, with an account', () => ({ division: 'development', plan: 'monthly', account: 'active' })],
  ['a rare tag', () => ({ tag: RARE_TAG })],
  ['a common tag', () => ({ tag: COMMON_TAG })],
  ['seen this week', () => ({ seen: 'week' })],
  ['never seen', () => ({ seen: 'never' })],
  ['not seen for a quarter', () => ({ seen: 'earlier' })],
  ['possible duplicates', () => ({ duplicates: 'possible' })],
  ['a search among deactivated accounts', (depth) => ({ q: hex(depth, 3), account: 'deactivated' })],
  ['by name', () => ({ sort: 'name' })],
  ['by the last visit', () => ({ sort: '-lastSeenOn' })],
  ['a search of the palette', (depth) => ({ q: hex(depth, 4), limit: '5' })],
  ['a search of the palette for a name', (depth) => ({ q: `${hex(depth, 3)} ${hex(1 - depth, 1)}`, limit: '5' })],
];

/** Ways to read the list of payments. */
const WAYS_OF_PAYMENTS: readonly [string, (depth: number, movements: number) => Record<string, string>][] = [
  ['a page at any depth', (depth, movements) => ({ cursor: paymentCursorAt('-createdAt', 1 - depth, movements) })],
  [
    'a page at any depth, oldest first',
    (depth, movements) => ({ sort: 'createdAt', cursor: paymentCursorAt('createdAt', depth, movements) }),
  ],
  ['by amount', () => ({ sort: '-amount' })],
  ['refunds', () => ({ kind: 'refund' })],
  ['disputes, which are rare', () => ({ kind: 'dispute' })],
  ['disputes, by amount', () => ({ kind: 'dispute', sort: 'amount' })],
  ['a product', () => ({ product: 'bootcamp' })],
  ['a product, by amount', () => ({ product: 'tournament', sort: 'amount' })],
  ['refunds of a product', () => ({ kind: 'refund', product: 'membership_monthly' })],
  ['a day', (depth, movements) => ({ madeFrom: dayAt(depth, movements), madeUntil: dayAt(depth, movements) })],
  ['a search for what few have', (depth) => ({ q: hex(depth, 5) })],
  ['a search for what thousands have', (depth) => ({ q: hex(depth, 3) })],
  ['a search for what everybody has', () => ({ q: 'example.com' })],
  ['a search that finds nobody', (depth) => ({ q: `${hex(depth, 4)} nobody` })],
  ['a search among refunds', (depth) => ({ q: hex(depth, 4), kind: 'refund' })],
  ['an id', (depth, movements) => ({ q: movementId(1 + Math.floor(depth * (movements - 1))) })],
];

const timeAt = (depth: number, rows: number): Date =>
  new Date(FIRST_AT.getTime() + Math.floor(depth * rows) * EVERY_MS);
const dayAt = (depth: number, movements: number): string => timeAt(depth, movements).toISOString().slice(0, 10);
const paymentCursorAt = (sort: string, depth: number, movements: number): string =>
  encodeTextCursor(sort, `${movementId(0)} ${timeAt(depth, movements).getTime() / 1_000}`);

const NO_ID = '00000000-0000-4000-8000-000000000000';

/** As a page gives it. */
const cursorAt = (list: FilledList, sort: string, depth: number, people: number): string => {
  const at = timeAt(depth, people);
  return list === PEOPLE
    ? encodeTextCursor(sort, `${NO_ID} ${at.getTime()}000`)
    : encodeCursor(sort, { at, id: NO_ID });
};

const hex = (depth: number, digits: number): string =>
  Math.floor(depth * 16 ** digits)
    .toString(16)
    .padStart(digits, '0');

/** The lists of administrators through the whole system, with a thousand people in each and with a million. */
export const measureLists = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-lists-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { run } = system;
  const database = new pg.Client({ connectionString: run.database.adminUrl });
  try {
    await database.connect();
    const { token } = await json<{ token: string }>(
      await postJson(`${run.siteUrl}/api/admin/login`, JSON.stringify(run.admin)),
    );
    const look = async (path: string): Promise<number> => {
      const began = performance.now();
      await json(await fetch(`${run.siteUrl}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } }));
      return performance.now() - began;
    };
    const looks = async (repetition: number, pathOf: (depth: number) => string): Promise<number> => {
      await look(pathOf(0)); // what is planned and compiled once
      const times: number[] = [];
      // Places in no order, others in each repetition, the same in each run.
      for (let index = 0; index < LOOKS; index += 1)
        times.push(await look(pathOf(((repetition * LOOKS + index) * 0.618_034) % 1)));
      return p95(times);
    };
    /** Of every way to look, the p95 of each repetition. */
    const measure = async (people: number): Promise<Map<string, number[]>> => {
      const ways = new Map<string, (depth: number) => string>();
      for (const list of ALL) {
        for (const [way, queryOf] of WAYS) {
          ways.set(
            `${list.name}, ${way}`,
            (depth) =>
              `${list.name}?${new URLSearchParams({ limit: '20', ...queryOf(list, depth, people) }).toString()}`,
          );
        }
      }
      for (const [way, queryOf] of WAYS_OF_PEOPLE)
        ways.set(
          `${PEOPLE.name}, ${way}`,
          (depth) => `${PEOPLE.name}?${new URLSearchParams({ limit: '20', ...queryOf(depth) }).toString()}`,
        );
      for (const [way, queryOf] of WAYS_OF_PAYMENTS)
        ways.set(
          `payments, ${way}`,
          (depth) => `payments?${new URLSearchParams({ limit: '20', ...queryOf(depth, people) }).toString()}`,
        );
      ways.set(COUNTS, () => 'dashboard');
      const found = new Map<string, number[]>([...ways.keys()].map((what) => [what, []]));
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        for (const [what, pathOf] of ways) found.get(what)!.push(await looks(repetition, pathOf));
      }
      return found;
    };
    for (const list of ALL) await fillList(database, list, 1, FEW);
    await fillPayments(database, 1, FEW);
    const few = await measure(FEW);
    for (const list of ALL) await fillList(database, list, FEW + 1, MANY);
    await fillPayments(database, FEW + 1, MANY);
    const many = await measure(MANY);
    return [...many].flatMap(([what, values]): BenchLimit[] => {
      const before = few.get(what)!;
      const atMost = what === COUNTS ? COUNTS_LIMIT_MS : LIMIT_MS;
      return [
        { what: `${what}, p95 at ${MANY.toLocaleString('en-US')}`, unit: 'ms', values, atMost },
        {
          what: `the same, times that at ${FEW.toLocaleString('en-US')} (${spreadOf(before).median.toFixed(1)} ms)`,
          unit: '×',
          values: values.map((ms, index) => ms / before[index]!),
          atMost: TIMES_FEW,
        },
      ];
    });
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
