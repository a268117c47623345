import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchLimit, type BenchRow, formatLimits, formatTable, isReached, isWithin } from './bench-table.ts';
import { measureBrowsing } from './browsing-limit.ts';
import { measureCampaigns } from './campaign-row.ts';
import { measureExport } from './export-limit.ts';
import { measureImport } from './import-limit.ts';
import { measureLists } from './lists-limit.ts';
import { measureMailEvents } from './mail-events-limit.ts';
import { formatPages, measurePages, type PageFigures } from './page-limits.ts';
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
const PARTS = ['rpc', 'reads', 'start', 'webhooks', 'recordings', 'export', 'import', 'lists', 'campaign', 'browsing', 'events', 'timing', 'pages'];

const repetitions = Number(process.argv[2] ?? REPETITIONS);
const parts = process.argv[3]?.split(',') ?? PARTS;
/** For one part: `-- 5 pages /classes` looks at that page alone, `-- 1 campaign 10000` sends to so many readers, `-- 3 timing login` times that route alone, `-- 5 reads articles` reads those, `-- 1 browsing 2` browses for two minutes. */
const only = parts.length === 1 ? process.argv[4] : undefined;
if (!Number.isInteger(repetitions) || repetitions < 1) {
  console.error('The number of repetitions must be a whole number from 1 on.');
  process.exit(2);
}
const unknown = parts.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.`);
  process.exit(2);
}

const rows: BenchRow[] = [];
const limits: BenchLimit[] = [];
const pages: PageFigures[] = [];
const failed: string[] = [];

/** What a part measured goes to what there is; what it failed with is told at once. An hour of other parts is worth more than an early end. */
const measure = async (part: string, work: () => Promise<{ rows?: BenchRow[]; limits?: BenchLimit[]; pages?: PageFigures[] }>): Promise<void> => {
  if (!parts.includes(part)) return;
  console.log(`${part} …`);
  try {
    const measured = await work();
    rows.push(...(measured.rows ?? []));
    limits.push(...(measured.limits ?? []));
    pages.push(...(measured.pages ?? []));
  } catch (error) {
    failed.push(part);
    console.error(`${part} failed:`, error);
  }
};

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const redis = await startRedis({ folder, password: 'bench', durability: 'fast', onProgress: (text) => console.log(text) });
try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${repetitions} repetitions\n`);
  await measure('campaign', () => measureCampaigns(repetitions, only));
  await measure('reads', () => measureReads(repetitions, only));
  await measure('rpc', async () => ({ rows: await measureRpc(redis.url, repetitions) }));
  await measure('browsing', async () => ({ limits: await measureBrowsing(only === undefined ? undefined : Number(only)) }));
  await measure('start', async () => ({ limits: await measureStart(repetitions) }));
  await measure('recordings', async () => ({ limits: await measureRecordings(repetitions) }));
  await measure('export', async () => ({ limits: await measureExport(repetitions) }));
  await measure('import', async () => ({ limits: await measureImport(repetitions) }));
  await measure('lists', async () => ({ limits: await measureLists(repetitions) }));
  await measure('events', async () => ({ limits: await measureMailEvents(repetitions) }));
  await measure('timing', async () => ({ limits: await measureTiming(repetitions, only) }));
  await measure('webhooks', async () => ({ limits: await measureWebhooks(repetitions) }));
  await measure('pages', async () => ({ pages: await measurePages(repetitions, only) }));
  if (rows.length > 0) console.log(`\n${formatTable(rows)}`);
  if (limits.length > 0) console.log(`\n${formatLimits(limits)}`);
  if (pages.length > 0) console.log(`\n${formatPages(pages)}`);
  if (failed.length > 0) console.log(`\nNot measured, because they failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 && rows.every(isReached) && limits.every(isWithin) && pages.every(({ missed }) => missed.length === 0) ? 0 : 1;
} finally {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
}
