import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RpcInput } from '@lectern/contracts/rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import * as sending from '@lectern/contracts/messaging/campaign-sending-rpc';
import { adminActed } from '@lectern/contracts/messaging/events';
import { readTimeline } from '@lectern/contracts/messaging/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import {
  addSubscribers,
  ACTING_ADMIN,
  campaignIn,
  createDraft,
  forgetCampaigns,
  addOptOut,
  ledgerOf,
  countDifferences,
  suppress,
} from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import {
  accept,
  type Answer,
  cut,
  type ReceivedMail,
  refuse,
  type SendgridServer,
  startSendgridServer,
} from '../testing/sendgrid-server.ts';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { sendCampaigns } from '../jobs.ts';
import { sendScheduledCampaigns } from './send-scheduled-campaigns.job.ts';

describe('sending a campaign', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  let worker: RunningService | undefined;

  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
  });
  beforeEach(async () => {
    await forgetCampaigns(messaging);
    sendgrid.received.length = 0;
    sendgrid.answer(accept);
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    expect(await countDifferences(messaging)).toEqual([]);
  });
  afterAll(async () => {
    await sendgrid.close();
    await messaging.stop();
  });

  const startWorker = async (batch = 10): Promise<void> => {
    worker = await messaging.startWorker(sendgrid.url, { CAMPAIGN_BATCH: String(batch) });
  };
  const perform = <
    C extends 'sendCampaign' | 'pauseCampaign' | 'resumeCampaign' | 'cancelCampaign' | 'unscheduleCampaign',
  >(
    contract: C,
    id: string,
  ) => messaging.rpc.call(sending[contract], { id, by: ACTING_ADMIN } as RpcInput<(typeof sending)[C]>);
  const schedule = (id: string, at: Date) =>
    messaging.rpc.call(sending.scheduleCampaign, { id, at: at.toISOString(), by: ACTING_ADMIN });
  const missed = (id: string, uncertain: boolean) =>
    messaging.rpc.call(sending.sendToMissed, { id, uncertain, by: ACTING_ADMIN });
  const look = () => messaging.startJob(sendCampaigns);
  const posts = (): readonly ReceivedMail[] => sendgrid.received;
  const posted = (): string[] =>
    posts().flatMap(({ personalizations }) => personalizations.map(({ to }) => to[0]!.email.toLowerCase()));
  const states = async (id: string) => (await ledgerOf(messaging, id)).map(({ status }) => status);
  const recorded = async () =>
    (
      await messaging.dataSource.query<{ payload: { action: string; details: object } }[]>(
        'SELECT payload FROM outbox WHERE name = $1 ORDER BY sequence',
        [adminActed.name],
      )
    ).map(({ payload }) => payload.action);
  const sent = async (readers: number): Promise<string> => {
    await addSubscribers(messaging, readers);
    const id = await createDraft(messaging);
    await perform('sendCampaign', id);
    return id;
  };
  /** Refuses requests that contain one of these addresses. */
  const refuseWith =
    (addresses: readonly string[], status = 400): Answer =>
    (response, mail) =>
      (mail.personalizations.some(({ to }) => addresses.includes(to[0]!.email.toLowerCase()))
        ? refuse(status)
        : accept)(response, mail);

  it('posts no more than its rate of emails a second', async () => {
    const arrivals: number[] = [];
    sendgrid.answer((response, mail) => {
      arrivals.push(performance.now());
      accept(response, mail);
    });
    const id = await sent(16);
    worker = await messaging.startWorker(sendgrid.url, { CAMPAIGN_RATE: '8' });
    await campaignIn(messaging, id, 'sent');
    expect(posted()).toHaveLength(16);
    expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(1_000);
  });

  it('posts one request for each batch, with values of its own for each recipient', async () => {
    const id = await sent(25);
    await startWorker(10);
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({
      recipientCount: 25,
      sentCount: 25,
      sentAt: expect.any(String),
      recipients: { sent: 25, pending: 0 },
    });
    expect(posted().toSorted()).toEqual(Array.from({ length: 25 }, (_, n) => `reader-${n + 1}@example.com`).toSorted());
    // Lanes that claim in parallel share the last recipients, so there may be more than three requests.
    for (const { personalizations } of posts()) expect(personalizations.length).toBeLessThanOrEqual(10);
    const batches = new Set(posts().map(({ personalizations }) => personalizations[0]!.custom_args.batchId));
    expect(batches.size).toBe(posts().length);
    expect(posts().length).toBeLessThan(25);
    const [first] = posts();
    expect(first).toMatchObject({
      from: { email: 'hello@lectern.test' },
      subject: 'Summer debates',
      content: [{ type: 'text/plain' }, { type: 'text/html' }],
      categories: ['campaign'],
    });
    const ids = new Set((await ledgerOf(messaging, id)).map((row) => row.id));
    for (const { personalizations } of posts()) {
      expect(new Set(personalizations.map(({ custom_args }) => custom_args.batchId)).size).toBe(1);
      for (const { to, custom_args, headers, substitutions } of personalizations) {
        expect(ids.delete(custom_args.recipientId)).toBe(true);
        expect(headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
        expect(headers!['List-Unsubscribe']).toContain(encodeURIComponent(to[0]!.email.toLowerCase()));
        expect(Object.values(substitutions!)).toContain('friend');
      }
    }
  });

  it('fixes the audience once, however often and from wherever it is requested, and records it once', async () => {
    await addSubscribers(messaging, 30);
    const id = await createDraft(messaging);
    const answers = await Promise.all(Array.from({ length: 6 }, () => perform('sendCampaign', id)));
    expect(answers).toEqual(Array.from({ length: 6 }, () => ({ recipients: 30 })));
    await addSubscribers(messaging, 0);
    await messaging.dataSource.query(
      `INSERT INTO newsletter_subscribers (email, email_key) VALUES ('late@example.com', 'late@example.com')`,
    );
    expect(await perform('sendCampaign', id)).toEqual({ recipients: 30 });
    expect(await ledgerOf(messaging, id)).toHaveLength(30);
    expect(await recorded()).toEqual(['create_campaign', 'send_campaign']);
    await startWorker();
    await campaignIn(messaging, id, 'sent');
    await expect(perform('sendCampaign', id)).rejects.toMatchObject({ code: 'campaign_state' });
  });

  it('is refused for an empty audience, and leaves a draft', async () => {
    const id = await createDraft(messaging);
    await expect(perform('sendCampaign', id)).rejects.toMatchObject({ code: 'audience_empty' });
    await campaignIn(messaging, id, 'draft');
    expect(await recorded()).toEqual(['create_campaign']);
  });

  it('skips recipients who unsubscribe before their turn', async () => {
    const id = await sent(12);
    await suppress(messaging, 'reader-3@example.com', 'unsubscribed');
    await suppress(messaging, 'reader-4@example.com', 'complained');
    await addOptOut(messaging, 'reader-5@example.com', 'newsletter');
    await addOptOut(messaging, 'reader-6@example.com', 'tournament');
    await startWorker();
    await campaignIn(messaging, id, 'sent');
    expect(posted()).toHaveLength(9);
    expect(
      (await ledgerOf(messaging, id))
        .filter(({ status }) => status === 'skipped')
        .map(({ email_key, reason }) => [email_key, reason]),
    ).toEqual([
      ['reader-3@example.com', 'Unsubscribed before its turn'],
      ['reader-4@example.com', 'Marked an email as spam before its turn'],
      ['reader-5@example.com', 'Unsubscribed from this list before its turn'],
    ]);
  });

  it('shows waiting emails in timelines, and leaves no trace of accounts that are deleted while lanes send it', async () => {
    const id = await sent(400);
    const leavers = ['reader-7@example.com', 'reader-201@example.com', 'reader-333@example.com'];
    for (const emailKey of leavers) {
      const { items } = await messaging.rpc.call(readTimeline, {
        userId: null,
        emailKey,
        kind: null,
        after: null,
        limit: 10,
      });
      expect(items.filter(({ what }) => what === 'campaign')).toMatchObject([
        { details: { subject: 'Summer debates', status: 'pending', isOpened: false } },
      ]);
    }
    await startWorker(10);
    await until('emails', () => Promise.resolve(posted().length >= 40));
    await Promise.all(
      leavers.map((email) =>
        messaging.deliverEvent(accountDeleted, {
          userId: randomUUID(),
          email,
          verifiedEmail: email,
          firstName: 'Ann',
          deletedAt: new Date().toISOString(),
        }),
      ),
    );
    const { recipients } = await campaignIn(messaging, id, 'sent');
    expect(recipients).toMatchObject({ pending: 0, failed: 0, uncertain: 0 });
    expect(recipients.sent + recipients.skipped).toBe(400);
    await until('the last emails to the deleted accounts', async () =>
      (await messaging.emails()).every(({ status }) => status === 'sent'),
    );
    const copies = posted().filter((email) => !leavers.includes(email));
    expect([copies.length, new Set(copies).size]).toEqual([397, 397]);
    expect(await rowsContaining(messaging.dataSource, leavers)).toEqual([]);
  });

  it('finds the addresses that the provider refuses, and all others of the batch get the email once', async () => {
    sendgrid.answer(refuseWith(['reader-7@example.com', 'reader-20@example.com']));
    const id = await sent(40);
    await startWorker(40);
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({
      sentCount: 38,
      recipients: { failed: 2, sent: 38 },
    });
    expect(
      (await ledgerOf(messaging, id))
        .filter(({ status }) => status === 'failed')
        .map(({ email_key, reason }) => [email_key, reason])
        .toSorted(),
    ).toEqual([
      ['reader-20@example.com', '400 no'],
      ['reader-7@example.com', '400 no'],
    ]);
    // The accepted requests: those without one of the two.
    const taken = posts().filter(
      ({ personalizations }) =>
        !personalizations.some(({ to }) => ['Reader-7@example.com', 'Reader-20@example.com'].includes(to[0]!.email)),
    );
    const takenOnce = taken.flatMap(({ personalizations }) => personalizations.map(({ to }) => to[0]!.email));
    expect(takenOnce).toHaveLength(38);
    expect(new Set(takenOnce).size).toBe(38);
  });

  it('pauses a campaign whose email the provider refuses for every recipient, before all of them have failed', async () => {
    sendgrid.answer(refuse(400));
    const id = await sent(60);
    await startWorker(60);
    const { recipients } = await campaignIn(messaging, id, 'paused');
    // One lane had most of them in its batch, another perhaps some: each finds out by itself.
    expect(recipients.failed).toBeGreaterThanOrEqual(20);
    expect(recipients.failed).toBeLessThan(40);
    await until('all others to wait', async () =>
      (await states(id)).every((status) => status === 'failed' || status === 'pending'),
    );
  });

  it.each([
    ['429', refuse(429, { 'retry-after': '1' })],
    ['503', refuse(503)],
  ])('waits as a whole where the provider answers %s, and then sends to everybody once', async (_what, refusal) => {
    sendgrid.answer(refusal, accept);
    const id = await sent(20);
    await startWorker(20);
    const held = await until('the pause', async () => {
      const [row] = await messaging.dataSource.query<{ refusals: number; held: boolean }[]>(
        'SELECT refusals, held_until IS NOT NULL AS held FROM email_campaigns',
      );
      return row!.held && row!.refusals > 0 && row;
    });
    expect(held).toMatchObject({ refusals: 1 });
    await until('the end of it', async () => {
      await look();
      return (await states(id)).every((status) => status === 'sent');
    });
    // The provider refused the first request and accepted the others.
    expect(
      posts()
        .slice(1)
        .flatMap(({ personalizations }) => personalizations.map(({ to }) => to[0]!.email))
        .toSorted(),
    ).toEqual(Array.from({ length: 20 }, (_, n) => `Reader-${n + 1}@example.com`).toSorted());
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({ sentCount: 20, heldUntil: null });
    // The lane with the last accepted batch resets the refusals right after it, while another lane may already end the campaign.
    await until('the refusals to be reset', async () => {
      const [row] = await messaging.dataSource.query<{ refusals: number }[]>('SELECT refusals FROM email_campaigns');
      return row!.refusals === 0;
    });
  });

  it('gives up a recipient after three hundred refusals, and no other', async () => {
    sendgrid.answer(refuseWith(['reader-2@example.com'], 503));
    const id = await sent(3);
    await messaging.dataSource.query(
      `UPDATE email_recipients SET attempts = 299 WHERE email_key = 'reader-2@example.com'`,
    );
    await startWorker();
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({ recipients: { sent: 2, failed: 1 } });
    expect((await ledgerOf(messaging, id))[1]).toMatchObject({ status: 'failed', reason: '503 no', attempts: 300 });
  });

  it('shows until when the provider asked to wait, and posts nothing before', async () => {
    sendgrid.answer(refuse(429, { 'retry-after': '600' }), accept);
    const id = await sent(20);
    await startWorker(5);
    const { heldUntil } = await until('the pause', async () => {
      const campaign = await campaignIn(messaging, id, 'sending');
      return campaign.heldUntil !== null && campaign;
    });
    expect(Date.parse(heldUntil!) - Date.now()).toBeGreaterThan(500_000);
    const before = sendgrid.received.length;
    await look();
    // A lane that was refused in parallel may still return; no other lane begins.
    await until('all to wait', async () =>
      (await states(id)).every((status) => status === 'pending' || status === 'sent'),
    );
    expect(sendgrid.received.length).toBeLessThanOrEqual(before + 5);
    expect(await campaignIn(messaging, id, 'sending')).toMatchObject({ heldUntil });
  });

  it.each([
    ['cuts the connection', cut],
    ['is a proxy that lost its upstream', refuse(502)],
  ])(
    'never posts again when the provider %s: after ten minutes the recipients are uncertain, and listed',
    async (_what, answer) => {
      sendgrid.answer(answer);
      const id = await sent(5);
      await startWorker();
      await until('the silence', async () =>
        (await ledgerOf(messaging, id)).every(({ status, reason }) => status === 'sending' && reason !== null),
      );
      await look();
      await messaging.dataSource.query(
        `UPDATE email_recipients SET claimed_at = now() - interval '9 minutes 50 seconds'`,
      );
      await look();
      await messaging.dataSource.query(
        `UPDATE email_recipients SET claimed_at = now() - interval '10 minutes 1 second'`,
      );
      await until('the campaign to be over', async () => {
        await look();
        return (
          (await messaging.dataSource.query<{ status: string }[]>('SELECT status FROM email_campaigns'))[0]!.status ===
          'sent'
        );
      });
      expect(await states(id)).toEqual(Array.from({ length: 5 }, () => 'uncertain'));
      expect(posted()).toHaveLength(5);
      expect(await campaignIn(messaging, id, 'sent')).toMatchObject({ sentCount: 0 });
    },
  );

  it('stores no result of a claim that is over', async () => {
    const id = await sent(1);
    const emails = new EmailRecipientRepository();
    const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      messaging.dataSource.transaction((manager) =>
        work({ manager, publish: () => Promise.resolve(), afterCommit: () => undefined }),
      );
    const claim = async (batchId: string): Promise<string[]> =>
      (await run((tx) => emails.claimOfCampaign(tx, id, batchId, 10))).emails.map((email) => email.id);
    const [first, second] = [randomUUID(), randomUUID()];
    const ids = await claim(first);
    await run((tx) => emails.postponed(tx, first, ids, '503 no', { pauseMs: 0 }));
    expect(await claim(second)).toEqual(ids);
    await run((tx) => emails.rejected(tx, first, ids, '400 no'));
    expect(await states(id)).toEqual(['sending']);
    await run((tx) => emails.accepted(tx, second, ids, null, new Date()));
    expect(await states(id)).toEqual(['sent']);
  });

  it('posts nothing while paused, continues where it stopped, and both actions may be repeated', async () => {
    const id = await sent(30);
    expect(await perform('pauseCampaign', id)).toMatchObject({ status: 'paused' });
    expect(await perform('pauseCampaign', id)).toMatchObject({ status: 'paused' });
    await startWorker();
    await look();
    const other = await createDraft(messaging);
    await perform('sendCampaign', other);
    await campaignIn(messaging, other, 'sent');
    expect(await states(id)).toEqual(Array.from({ length: 30 }, () => 'pending'));
    await perform('resumeCampaign', id);
    await perform('resumeCampaign', id);
    await campaignIn(messaging, id, 'sent');
    expect(posted()).toHaveLength(60);
    expect((await recorded()).filter((action) => action.includes('pause') || action.includes('resume'))).toEqual([
      'pause_campaign',
      'resume_campaign',
    ]);
  });

  it('ends when it is cancelled: recipients without an email are skipped, also those that waited again', async () => {
    const arrived: (() => void)[] = [];
    sendgrid.answer((response, mail) => void arrived.push(() => refuse(503)(response, mail)));
    const id = await sent(30);
    await startWorker(5);
    await until('a request', () => Promise.resolve(arrived.length > 0));
    expect(await perform('cancelCampaign', id)).toMatchObject({ status: 'cancelled', recipients: { pending: 0 } });
    const letGo = setInterval(() => arrived.splice(0).forEach((answer) => answer()), 20);
    await until('all to be skipped', async () => (await states(id)).every((status) => status === 'skipped'));
    clearInterval(letGo);
    expect(await perform('cancelCampaign', id)).toMatchObject({ status: 'cancelled', recipients: { skipped: 30 } });
    await expect(perform('resumeCampaign', id)).rejects.toMatchObject({ code: 'campaign_state' });
    expect((await ledgerOf(messaging, id))[0]).toMatchObject({ reason: 'The campaign was cancelled' });
  });

  it('sends again to failed recipients, and to uncertain ones only on request', async () => {
    sendgrid.answer(refuseWith(['reader-2@example.com']));
    const id = await sent(6);
    await startWorker();
    const first = await campaignIn(messaging, id, 'sent');
    await messaging.dataSource.query(
      `UPDATE email_recipients SET status = 'uncertain' WHERE email_key = 'reader-5@example.com'`,
    );
    sendgrid.answer(accept);
    sendgrid.received.length = 0;
    expect(await missed(id, false)).toMatchObject({ status: 'sending', recipients: { uncertain: 1 } });
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({
      sentAt: first.sentAt,
      recipients: { sent: 5, uncertain: 1 },
    });
    expect(posted()).toEqual(['reader-2@example.com']);
    await expect(missed(id, false)).rejects.toMatchObject({ code: 'audience_empty' });
    await missed(id, true);
    await campaignIn(messaging, id, 'sent');
    expect(posted()).toEqual(['reader-2@example.com', 'reader-5@example.com']);
    expect((await recorded()).filter((action) => action === 'send_campaign_to_missed')).toHaveLength(2);
  });

  it('begins at its scheduled time, not before, and not when it was unscheduled', async () => {
    await addSubscribers(messaging, 3);
    const [soon, back] = [await createDraft(messaging), await createDraft(messaging)];
    await expect(schedule(soon, new Date(Date.now() - 1_000))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { at: expect.any(String) },
    });
    const at = new Date(Date.now() + 3_600_000);
    for (const id of [soon, back])
      expect(await schedule(id, at)).toMatchObject({ status: 'scheduled', scheduledAt: at.toISOString() });
    await schedule(soon, at);
    expect(await perform('unscheduleCampaign', back)).toMatchObject({ status: 'draft', scheduledAt: null });
    expect(await perform('unscheduleCampaign', back)).toMatchObject({ status: 'draft' });
    await messaging.startJob(sendScheduledCampaigns);
    await startWorker();
    expect(await campaignIn(messaging, soon, 'scheduled')).toMatchObject({ recipientCount: 0 });
    await messaging.dataSource.query(
      `UPDATE email_campaigns SET scheduled_at = now() - interval '1 second' WHERE scheduled_at IS NOT NULL`,
    );
    await Promise.all([1, 2, 3].map(() => messaging.startJob(sendScheduledCampaigns)));
    expect(await campaignIn(messaging, soon, 'sent')).toMatchObject({ sentCount: 3 });
    expect(posted()).toHaveLength(3);
    await campaignIn(messaging, back, 'draft');
    expect(await recorded()).toEqual([
      'create_campaign',
      'create_campaign',
      'schedule_campaign',
      'schedule_campaign',
      'unschedule_campaign',
    ]);
  });

  it('becomes a draft again when its audience is empty at the scheduled time', async () => {
    const id = await createDraft(messaging);
    await schedule(id, new Date(Date.now() + 3_600_000));
    await messaging.dataSource.query(`UPDATE email_campaigns SET scheduled_at = now() - interval '1 second'`);
    await messaging.startJob(sendScheduledCampaigns);
    expect(await campaignIn(messaging, id, 'draft')).toMatchObject({ scheduledAt: null });
  });

  it.each([
    ['sent', ['pauseCampaign', 'resumeCampaign', 'cancelCampaign', 'unscheduleCampaign', 'sendCampaign']],
    ['draft', ['pauseCampaign', 'resumeCampaign', 'cancelCampaign']],
    ['cancelled', ['pauseCampaign', 'resumeCampaign', 'unscheduleCampaign', 'sendCampaign']],
    ['scheduled', ['pauseCampaign', 'resumeCampaign']],
  ] as const)('that is %s refuses the actions of other states, and nothing changes', async (status, actions) => {
    const id = await createDraft(messaging);
    await messaging.dataSource.query('UPDATE email_campaigns SET status = $2 WHERE id = $1', [id, status]);
    for (const contract of actions)
      await expect(perform(contract, id)).rejects.toMatchObject({ code: 'campaign_state' });
    if (status !== 'sent') await expect(missed(id, true)).rejects.toMatchObject({ code: 'campaign_state' });
    expect(await recorded()).toEqual(['create_campaign']);
    for (const contract of actions)
      await expect(perform(contract, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  it('lists its recipients by address, by state and by a part of the name, with their number', async () => {
    const id = await sent(12);
    await messaging.dataSource.query(
      `UPDATE email_recipients SET status = 'failed', reason = '400 no', name = 'Zoe Lee' WHERE email_key IN ('reader-3@example.com', 'reader-9@example.com')`,
    );
    const list = (query: object) => messaging.rpc.call(sending.listRecipients, { id, ...query });
    const first = await list({ limit: 5 });
    expect(first.total).toBe(12);
    const rest = await list({ limit: 20, cursor: first.nextCursor! });
    expect(rest.nextCursor).toBeNull();
    expect([...first.items, ...rest.items].map(({ email }) => email.toLowerCase())).toEqual(
      (await ledgerOf(messaging, id)).map(({ email_key }) => email_key),
    );
    expect(await list({ limit: 5, status: 'failed' })).toMatchObject({
      total: 2,
      nextCursor: null,
      items: [{ reason: '400 no' }, { reason: '400 no' }],
    });
    expect(await list({ limit: 5, q: 'zoe' })).toMatchObject({ total: 2 });
    expect(await list({ limit: 5, q: 'reader-12@' })).toMatchObject({
      total: 1,
      items: [{ email: 'Reader-12@example.com', status: 'pending', sentAt: null }],
    });
    await expect(list({ limit: 5, status: 'odd' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(list({ limit: 5, cursor: 'x' })).rejects.toMatchObject({ code: 'cursor_invalid' });
    await expect(messaging.rpc.call(sending.listRecipients, { id: ACTING_ADMIN.adminId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
