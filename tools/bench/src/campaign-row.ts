import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EMAIL_TO_MANY } from '@lectern/tools/measured/email-to-many';
import type { BenchLimit, BenchRow } from './bench-table.ts';
import { json, postJson } from './new-member.ts';
import { type StartedSystem, startSystem } from './started-system.ts';

const SIZES = [10_000, 100_000];
const BATCH = 500;
const TARGET_RATIO = 0.5;
const MS_PER_THOUSAND = 250;
const FREEZE_MS = 2_000;
/** Of so many; larger ones may take longer in proportion. */
const FREEZE_SIZE = 100_000;
const GROWTH_MB = 64;
const LOOK_EVERY_MS = 50;
const REST_MS = 120_000;
/** A thousand events a second are few. */
const REST_MS_PER_READER = 1;
const KB_PER_MB = 1_024;

/** Fills the newsletter's list up to $1 readers. */
export const FILL_READERS = `INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT 'reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n ON CONFLICT DO NOTHING`;
/** The same rows into a table with the same columns and indexes, and nothing asked about them. */
const BARE_FREEZE = `INSERT INTO bare_recipients (campaign_id, email, email_key, list) SELECT gen_random_uuid(), email, email_key, 'newsletter' FROM messaging.newsletter_subscribers`;

interface Sent {
  readonly seconds: number;
  readonly freezeMs: number;
  readonly workerMb: number;
}

const memoryOf = async ({ run }: StartedSystem, name: string): Promise<number> => {
  const found = run.processes.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`${name} does not run`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${found.pid}/status`, 'utf8'))?.[1]) / KB_PER_MB;
};

const acceptedBy = async ({ run }: StartedSystem): Promise<number> =>
  (await json<{ accepted: number }>(await fetch(`${run.sandboxUrl}/mail/api/stats`))).accepted;

/** Sends a campaign to all subscribers. The time runs until the provider has the last email. */
export const sendCampaign = async (system: StartedSystem, readers: number): Promise<Sent> => {
  const { siteUrl, admin } = system.run;
  const { token } = await json<{ token: string }>(await postJson(`${siteUrl}/api/admin/login`, JSON.stringify(admin)));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { id } = await json<{ id: string }>(
    await fetch(`${siteUrl}/api/admin/email-campaigns`, {
      method: 'POST',
      headers,
      body: JSON.stringify(EMAIL_TO_MANY),
    }),
  );
  const before = await acceptedBy(system);
  const began = performance.now();
  const answer = await fetch(`${siteUrl}/api/admin/email-campaigns/${id}/send`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
  });
  if (!answer.ok) throw new Error(`Sending answered ${answer.status}: ${await answer.text()}`);
  const freezeMs = performance.now() - began;
  let workerMb = 0;
  while ((await acceptedBy(system)) - before < readers) {
    workerMb = Math.max(workerMb, await memoryOf(system, 'messaging-worker'));
    await delay(LOOK_EVERY_MS);
  }
  return { seconds: (performance.now() - began - freezeMs) / 1_000, freezeMs, workerMb };
};

/** One request as the worker posts it: the last email's contents, and as much beside it for each reader. */
const bareRequest = async ({ run }: StartedSystem): Promise<string> => {
  const [message] = await json<{ html: string; text: string; subject: string; headers: Record<string, string> }[]>(
    await fetch(`${run.sandboxUrl}/mail/api/messages?limit=1`),
  );
  if (message === undefined) throw new Error('The mailbox is empty');
  const unsubscribe = message.headers['List-Unsubscribe'] ?? '';
  const personalizations = Array.from({ length: BATCH }, (_, index) => ({
    to: [{ email: `bare-${index}@example.com` }],
    substitutions: Object.fromEntries(
      ['leave', 'leaveText', 'choose', 'chooseText', 'why', 'whyText', 'token', 'h0', 't0'].map((name) => [
        `-lectern-0123456789ab-${name}-`,
        name.startsWith('h') ? 'friend' : unsubscribe.slice(1, -1),
      ]),
    ),
    headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    custom_args: { campaignId: randomUUID(), batchId: randomUUID(), bareId: randomUUID() },
  }));
  const content = [
    { type: 'text/plain', value: message.text },
    { type: 'text/html', value: message.html },
  ];
  return JSON.stringify({
    personalizations,
    from: { email: 'hello@lectern.test' },
    subject: message.subject,
    content,
    categories: ['bare'],
  });
};

/** The control: a loop that posts as many bytes to as many readers, and keeps nothing. Returns its seconds. */
const bareLoop = async (system: StartedSystem, readers: number, apiKey: string): Promise<number> => {
  const body = await bareRequest(system);
  const began = performance.now();
  for (let posted = 0; posted < readers; posted += BATCH) {
    const answer = await fetch(`${system.run.sandboxUrl}/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    if (answer.status !== 202) throw new Error(`The sandbox answered ${answer.status}`);
  }
  return (performance.now() - began) / 1_000;
};

/** Until the provider's events of all emails are in the ledger, so that the next measurement has the machine for itself. */
const rest = async (database: pg.Client, readers: number): Promise<void> => {
  const deadline = performance.now() + REST_MS + readers * REST_MS_PER_READER;
  for (;;) {
    const { rows } = await database.query(
      `SELECT 1 FROM messaging.email_recipients WHERE campaign_id IS NOT NULL AND status IN ('pending', 'sending', 'sent') LIMIT 1`,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('The events of the provider do not come to an end');
    await delay(LOOK_EVERY_MS);
  }
};

/** The control of fixing an audience. Returns its milliseconds. */
const bareFreeze = async (database: pg.Client): Promise<number> => {
  await database.query(
    'DROP TABLE IF EXISTS bare_recipients; CREATE TABLE bare_recipients (LIKE messaging.email_recipients INCLUDING DEFAULTS INCLUDING INDEXES)',
  );
  const began = performance.now();
  await database.query(BARE_FREEZE);
  return performance.now() - began;
};

/** Campaigns through the whole system into the provider emulator; `only` names the sizes, smallest first. */
export const measureCampaigns = async (
  repetitions: number,
  only?: string,
): Promise<{ rows: BenchRow[]; limits: BenchLimit[] }> => {
  const sizes = only === undefined ? SIZES : only.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= BATCH))
    throw new Error(`Numbers of readers must be whole ones from ${BATCH} on, such as 10000,1000000`);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-campaign-'));
  await chmod(dataDir, 0o711);
  // Without the fixed rate (ADR 0026), which would hide what sending costs.
  const system = await startSystem(dataDir, { CAMPAIGN_RATE: '100000' });
  const database = new pg.Client({ connectionString: system.run.database.adminUrl });
  const [rows, limits, peaks]: [BenchRow[], BenchLimit[], number[]] = [[], [], []];
  try {
    const { sendgridApiKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      sendgridApiKey: string;
    };
    await database.connect();
    for (const size of sizes) {
      await database.query(FILL_READERS, [size]);
      await database.query('ANALYZE messaging.newsletter_subscribers');
      const name = `A campaign to ${size.toLocaleString('en-US')} readers`;
      const [pairs, paces, freezes, times]: [{ ours: number; control: number }[], number[], number[], number[]] = [
        [],
        [],
        [],
        [],
      ];
      let peak = 0;
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const { seconds, freezeMs, workerMb } = await sendCampaign(system, size);
        const control = await bareLoop(system, size, sendgridApiKey);
        await rest(database, size);
        pairs.push({ ours: size / seconds, control: size / control });
        paces.push((seconds * 1_000) / (size / 1_000));
        freezes.push(freezeMs);
        times.push(freezeMs / (await bareFreeze(database)));
        peak = Math.max(peak, workerMb);
      }
      peaks.push(peak);
      rows.push({
        what: name,
        unit: 'emails/s',
        controlName: 'a bare loop that posts as much',
        repetitions: pairs,
        targetRatio: TARGET_RATIO,
      });
      limits.push({ what: `${name}: a thousand emails`, unit: 'ms', values: paces, atMost: MS_PER_THOUSAND });
      limits.push({
        what: `its audience fixed, as the administrator waits for it (${times.map((value) => value.toFixed(1)).join(', ')} times the bare \`INSERT … SELECT\`)`,
        unit: 'ms',
        values: freezes,
        atMost: FREEZE_MS * Math.max(1, size / FREEZE_SIZE),
      });
    }
    const growth = peaks.length < 2 ? [] : [peaks.at(-1)! - peaks[0]!];
    if (growth.length > 0)
      limits.push({
        what: `what the worker held more at the largest than at the smallest (${peaks.map((mb) => `${mb.toFixed(0)} MB`).join(', ')})`,
        unit: 'MB',
        values: growth,
        atMost: GROWTH_MB,
      });
    return { rows, limits };
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
