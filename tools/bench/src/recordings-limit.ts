import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchLimit } from './bench-table.ts';
import { json, newMember, postJson } from './new-member.ts';
import { until } from '@lectern/test-kit/until';
import { p95 } from '@lectern/tools/measured/percentile';
import { startSystem } from './started-system.ts';

const RECORDINGS = 10_000;
const PAGE = 20;
const LIMIT_MS = 50;

const FILL = `
  INSERT INTO content.zoom_recordings (zoom_meeting_id, zoom_meeting_uuid, topic, host_id, start_time, duration, recording_count, recording_files, is_debate_club, is_processed)
  SELECT '8123456789', 'bench-' || n, 'Weekly Debate Club, session ' || n, 'bench', timestamptz '2025-01-01' + n * interval '20 minutes', 92, 4,
    (SELECT jsonb_agg(jsonb_build_object('recording_type', type, 'file_type', 'MP4', 'play_url', 'https://zoom.us/rec/play/' || md5(n || type)))
     FROM unnest(ARRAY['shared_screen_with_speaker_view', 'gallery_view', 'speaker_view', 'audio_only']) AS type),
    true, true
  FROM generate_series(1, $1::int) AS n`;

/** A new system compares all recordings with Zoom's once, and would take these away, which Zoom does not have. Afterwards only those of the last days. */
const untilCompared = async (database: pg.Client): Promise<void> => {
  await until(
    'the comparison of all recordings',
    async () =>
      (await database.query('SELECT FROM content.recording_syncs WHERE completed_at IS NOT NULL')).rowCount === 1,
  );
};

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

/** A member walks through ten thousand recordings page by page, through the whole system; beside it the cheapest call of a member. */
export const measureRecordings = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-recordings-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { run } = system;
  const database = new pg.Client({ connectionString: run.database.adminUrl });
  try {
    await database.connect();
    await untilCompared(database);
    await database.query(FILL, [RECORDINGS]);
    await database.query('ANALYZE content.zoom_recordings');
    const { token } = await json<{ token: string }>(
      await postJson(`${run.siteUrl}/api/auth/login`, JSON.stringify(await newMember(run))),
    );
    const get = async <T>(path: string): Promise<{ answer: T; ms: number }> => {
      const began = performance.now();
      const answer = await json<T>(await fetch(run.siteUrl + path, { headers: { authorization: `Bearer ${token}` } }));
      return { answer, ms: performance.now() - began };
    };
    const [pages, controls]: [number[], number[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const [ofPages, ofControls]: [number[], number[]] = [[], []];
      let seen = 0;
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { answer, ms }: { answer: Page; ms: number } = await get<Page>(`/api/recordings?limit=${PAGE}${query}`);
        ofPages.push(ms);
        ofControls.push((await get('/api/auth/user')).ms);
        seen += answer.items.length;
        cursor = answer.nextCursor;
      } while (cursor !== null);
      if (seen !== RECORDINGS) throw new Error(`${seen} of ${RECORDINGS} recordings were listed`);
      pages.push(p95(ofPages));
      controls.push(p95(ofControls));
    }
    return [
      {
        what: `A page of ${PAGE} of ${RECORDINGS.toLocaleString('en-US')} recordings, p95 of all its pages`,
        unit: 'ms',
        values: pages,
        atMost: LIMIT_MS,
      },
      {
        what: 'beside it: who is signed in (`GET /api/auth/user`), p95',
        unit: 'ms',
        values: controls,
        atMost: LIMIT_MS,
      },
    ];
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
