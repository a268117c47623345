import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchLimit, type BenchRow, formatLimits, formatTable, isReached, isWithin } from './bench-table.ts';
import { measureBrowsing } from './browsing-limit.ts';
import { measureCampaigns } from './campaign-row.ts';
import { measureConsole } from './console-limit.ts';
import { measureExport } from './export-limit.ts';
import { measureImport } from './import-limit.ts';
import { measureLists } from './lists-limit.ts';
import { measureMailEvents } from './mail-events-limit.ts';
import { formatPages, measurePages, type PageMetrics } from './page-limits.ts';
import { measureReads } from './reads-row.ts';
import { measureRecordings } from './recordings-limit.ts';
import { measureRpc } from './rpc-row.ts';
import { measureStart } from './start-limit.ts';
import { measureTiming } from './timing-limit.ts';
import { measureWebhooks } from './webhook-limit.ts';
import { startRedis } from '@lectern/tools/servers/redis';

/*
 * `npm run bench`: every measurement beside its control in the same run, because machines differ and the ratio is what counts.
 * `-- 9` repeats each nine times instead of five; `-- 9 rpc,reads` measures these parts alone. A part that fails takes no other along. Ends with 1
 * when a part failed or a target was missed.
 */
const REPETITIONS = 5;

interface Measured {
  readonly rows?: readonly BenchRow[];
  readonly limits?: readonly BenchLimit[];
  readonly pages?: readonly PageMetrics[];
}

const repetitions = Number(process.argv[2] ?? REPETITIONS);
const asked = process.argv[3]?.split(',');
/** For one part: `-- 5 pages /classes` looks at that page alone, `-- 1 campaign 10000` sends to so many readers, `-- 3 timing login` times that route alone, `-- 5 reads articles` reads those, `-- 1 browsing 2` browses for two minutes. */
const only = asked?.length === 1 ? process.argv[4] : undefined;

/** In the order in which they are measured. */
const PARTS: Readonly<Record<string, (redisUrl: string) => Promise<Measured>>> = {
  campaign: () => measureCampaigns(repetitions, only),
  reads: () => measureReads(repetitions, only),
  rpc: async (redisUrl) => ({ rows: await measureRpc(redisUrl, repetitions) }),
  browsing: async () => ({ limits: await measureBrowsing(only === undefined ? undefined : Number(only)) }),
  start: async () => ({ limits: await measureStart(repetitions) }),
  recordings: async () => ({ limits: await measureRecordings(repetitions) }),
  export: async () => ({ limits: await measureExport(repetitions) }),
  import: async () => ({ limits: await measureImport(repetitions) }),
  lists: async () => ({ limits: await measureLists(repetitions) }),
  console: async () => ({ limits: await measureConsole(repetitions) }),
  events: async () => ({ limits: await measureMailEvents(repetitions) }),
  timing: async () => ({ limits: await measureTiming(repetitions, only) }),
  webhooks: async () => ({ limits: await measureWebhooks(repetitions) }),
  pages: async () => ({ pages: await measurePages(repetitions, only) }),
};

if (!Number.isInteger(repetitions) || repetitions < 1) {
  console.error('The number of repetitions must be a whole number from 1 on.');
  process.exit(2);
}
const unknown = asked?.filter((part) => !Object.hasOwn(PARTS, part)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const rows: BenchRow[] = [];
const limits: BenchLimit[] = [];
const pages: PageMetrics[] = [];
const failed: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const redis = await startRedis({ folder, password: 'bench', onProgress: (text) => console.log(text) });
try {
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${repetitions} repetitions\n`,
  );
  for (const [part, measure] of Object.entries(PARTS)) {
    if (asked?.includes(part) === false) continue;
    console.log(`${part} …`);
    try {
      const measured = await measure(redis.url);
      rows.push(...(measured.rows ?? []));
      limits.push(...(measured.limits ?? []));
      pages.push(...(measured.pages ?? []));
    } catch (error) {
      // An hour of other parts is worth more than an early end.
      failed.push(part);
      console.error(`${part} failed:`, error);
    }
  }
  if (rows.length > 0) console.log(`\n${formatTable(rows)}`);
  if (limits.length > 0) console.log(`\n${formatLimits(limits)}`);
  if (pages.length > 0) console.log(`\n${formatPages(pages)}`);
  if (failed.length > 0) console.log(`\nNot measured, because they failed: ${failed.join(', ')}`);
  process.exitCode =
    failed.length === 0 &&
    rows.every(isReached) &&
    limits.every(isWithin) &&
    pages.every(({ missed }) => missed.length === 0)
      ? 0
      : 1;
} finally {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
}
