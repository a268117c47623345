import { createSign, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchLimit } from './bench-table.ts';
import { p95 } from '@lectern/tools/measured/percentile';
import { startSystem } from './started-system.ts';

const READERS = 10_000;
/** Of each reader's email, in the order in which they happen. */
const KINDS = ['processed', 'delivered', 'open', 'click'] as const;
/** Events of a post, as many as the provider emulator sends. */
const POST = 500;
const AT_A_TIME = 2;
const EVENTS_A_SECOND = 800;
const ACKNOWLEDGED_MS = 1_000;

const CAMPAIGN = `INSERT INTO messaging.email_campaigns (name, subject, content, status, target_audience, recipient_count, sent_at, prepared)
  VALUES ('Events', 'Events', 'Events', 'sent', 'newsletter', 0, now(), '{"links": ["https://example.com/more"]}') RETURNING id`;
const RECIPIENTS = `INSERT INTO messaging.email_recipients (campaign_id, email, email_key, status, sent_at, list)
  SELECT $1, 'reader-' || n || '@example.com', 'reader-' || n || '@example.com', 'sent', now(), 'newsletter' FROM generate_series(1, $2::int) AS n RETURNING id, email`;
const COUNTED = `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered, count(opened_at)::int AS opened, count(clicked_at)::int AS clicked
  FROM messaging.email_recipients WHERE campaign_id = $1`;

/**
 * The mail provider's events about a campaign, each post delivered twice, through gateway and messaging until they are acknowledged,
 * which is after all of them were counted.
 */
export const measureMailEvents = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-mail-events-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const { siteUrl, database: databases } = system.run;
  const database = new pg.Client({ connectionString: databases.adminUrl });
  try {
    await database.connect();
    const { sendgridWebhookPrivateKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      sendgridWebhookPrivateKey: string;
    };
    const publish = async (body: string): Promise<number> => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createSign('sha256')
        .update(timestamp + body)
        .sign(sendgridWebhookPrivateKey, 'base64');
      const began = performance.now();
      const answer = await fetch(`${siteUrl}/api/webhooks/sendgrid`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': timestamp,
        },
        body,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
      return performance.now() - began;
    };
    const [paces, waits]: [number[], number[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const posts = await postsAbout(database);
      const times: number[] = [];
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < posts.bodies.length) times.push(await publish(posts.bodies[next++]!));
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: AT_A_TIME }, lane));
      paces.push((performance.now() - began) / ((posts.bodies.length * POST) / 1_000));
      waits.push(p95(times));
      const { rows } = await database.query<Record<'delivered' | 'opened' | 'clicked', number>>(COUNTED, [
        posts.campaignId,
      ]);
      if (Object.values(rows[0]!).some((count) => count !== READERS))
        throw new Error(`Counted wrong: ${JSON.stringify(rows[0])}`);
    }
    return [
      {
        what: `A thousand events of the mail provider, each delivered twice, ${AT_A_TIME} posts of ${POST} at a time`,
        unit: 'ms',
        values: paces,
        atMost: 1_000_000 / EVENTS_A_SECOND,
      },
      { what: 'a post of them acknowledged, p95', unit: 'ms', values: waits, atMost: ACKNOWLEDGED_MS },
    ];
  } finally {
    await database.end();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** All events of the provider about a new campaign: every post twice, the second one after other posts. */
const postsAbout = async (database: pg.Client): Promise<{ campaignId: string; bodies: string[] }> => {
  const { rows: campaigns } = await database.query<{ id: string }>(CAMPAIGN);
  const campaignId = campaigns[0]!.id;
  const { rows: recipients } = await database.query<{ id: string; email: string }>(RECIPIENTS, [campaignId, READERS]);
  const timestamp = Math.floor(Date.now() / 1_000);
  const events = KINDS.flatMap((event) =>
    recipients.map(({ id, email }) => ({
      event,
      email,
      timestamp,
      sg_event_id: randomUUID(),
      sg_message_id: 'bench',
      category: ['campaign'],
      campaignId,
      recipientId: id,
      useragent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      ...(event === 'click' ? { url: 'https://example.com/more' } : {}),
    })),
  );
  const bodies = Array.from({ length: events.length / POST }, (_, index) =>
    JSON.stringify(events.slice(index * POST, (index + 1) * POST)),
  );
  return { campaignId, bodies: bodies.flatMap((body, index) => [body, bodies[(index + 3) % bodies.length]!]) };
};
