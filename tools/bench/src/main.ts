import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatLimits, formatTable, isReached, isWithin } from './bench-table.ts';
import { measureBrowsing } from './browsing-limit.ts';
import { measureCampaigns } from './campaign-row.ts';
import { measureExport } from './export-limit.ts';
import { measureImport } from './import-limit.ts';
import { measureLists } from './lists-limit.ts';
import { measureMailEvents } from './mail-events-limit.ts';
import { formatPages, measurePages } from './page-limits.ts';
import { measureReads } from './reads-row.ts';
import { measureRecordings } from './recordings-limit.ts';
import { measureRpc } from './rpc-row.ts';
import { measureStart } from './start-limit.ts';
import { measureTiming } from './timing-limit.ts';
import { measureWebhooks } from './webhook-limit.ts';
import { startRedis } from '@lectern/tools/servers/redis';

/*
 * `npm run bench`: every measurement beside its control in the same run, because machines differ and the ratio is what counts.
 * `-- 9` repeats each nine times instead of five; `-- 9 rpc` measures that part alone. Ends with 1 when a target was missed.
 */
const REPETITIONS = 5;
const PARTS = ['rpc', 'reads', 'start', 'webhooks', 'recordings', 'export', 'import', 'lists', 'campaign', 'browsing', 'events', 'timing', 'pages'];

const repetitions = Number(process.argv[2] ?? REPETITIONS);
const part = process.argv[3];
/** `-- 5 pages /classes` looks at that page alone, `-- 1 campaign 10000` sends to so many readers, `-- 3 timing login` times that route alone, `-- 5 reads articles` reads those, `-- 1 browsing 2` browses for two minutes. */
const only = process.argv[4];
if (!Number.isInteger(repetitions) || repetitions < 1) {
  console.error('The number of repetitions must be a whole number from 1 on.');
  process.exit(2);
}
if (part !== undefined && !PARTS.includes(part)) {
  console.error(`There is no part ${part}; there are ${PARTS.join(', ')}.`);
  process.exit(2);
}
const wanted = (name: string): boolean => part === undefined || part === name;
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const redis = await startRedis({ folder, password: 'bench', durability: 'fast', onProgress: (text) => console.log(text) });
try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${repetitions} repetitions\n`);
  const campaigns = wanted('campaign') ? await measureCampaigns(repetitions, part === 'campaign' ? only : undefined) : { rows: [], limits: [] };
  const reads = wanted('reads') ? await measureReads(repetitions, part === 'reads' ? only : undefined) : { rows: [], limits: [] };
  const rows = [...(wanted('rpc') ? await measureRpc(redis.url, repetitions) : []), ...reads.rows, ...campaigns.rows];
  if (rows.length > 0) console.log(`${formatTable(rows)}\n`);
  const limits = [
    ...reads.limits,
    ...campaigns.limits,
    ...(wanted('browsing') ? await measureBrowsing(part === 'browsing' && only !== undefined ? Number(only) : undefined) : []),
    ...(wanted('start') ? await measureStart(repetitions) : []),
    ...(wanted('recordings') ? await measureRecordings(repetitions) : []),
    ...(wanted('export') ? await measureExport(repetitions) : []),
    ...(wanted('import') ? await measureImport(repetitions) : []),
    ...(wanted('lists') ? await measureLists() : []),
    ...(wanted('events') ? await measureMailEvents(repetitions) : []),
    ...(wanted('timing') ? await measureTiming(repetitions, part === 'timing' ? only : undefined) : []),
    ...(wanted('webhooks') ? await measureWebhooks(repetitions) : []),
  ];
  if (limits.length > 0) console.log(`${formatLimits(limits)}\n`);
  const pages = wanted('pages') ? await measurePages(repetitions, only) : [];
  if (pages.length > 0) console.log(formatPages(pages));
  process.exitCode = rows.every(isReached) && limits.every(isWithin) && pages.every(({ missed }) => missed.length === 0) ? 0 : 1;
} finally {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
}
