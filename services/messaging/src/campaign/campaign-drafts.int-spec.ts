import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { previewCampaign, sendTestCampaign } from '@lectern/contracts/messaging/campaign-email-rpc';
import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { createCampaign, deleteCampaign, editCampaign, getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import * as sending from '@lectern/contracts/messaging/campaign-sending-rpc';
import { adminActed } from '@lectern/contracts/messaging/events';
import { countMailings, listCampaigns } from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { addSubscribers, ACTING_ADMIN, campaignIn, createDraft, forgetCampaigns } from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { startSendgridServer } from '../testing/sendgrid-server.ts';
import { sendScheduledCampaigns } from './send-scheduled-campaigns.job.ts';

const TEXT = {
  name: 'June news',
  subject: 'Summer debates',
  content: 'Come and **argue** with us.',
  targetAudience: 'newsletter',
  isPublic: false,
} as const;
type Differences = Partial<
  Pick<EmailCampaign, 'name' | 'subject' | 'content' | 'targetAudience'> & { isPublic: boolean }
>;

const EMAIL = {
  name: 'May',
  subject: 'News for {{firstName|you}}',
  content: 'Hello **{{name|you}}**, [look](https://example.org/)',
  targetAudience: 'all' as const,
};

const HOUR_MS = 3_600_000;

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe('a campaign before it is sent', () => {
  beforeEach(() =>
    emptyTables(messaging.dataSource, 'email_campaigns, email_recipients, idempotent_requests, outbox CASCADE'),
  );

  const create = (differences: Differences = {}, idempotency?: { key: string; fingerprint: string }) =>
    messaging.rpc.call(createCampaign, { ...TEXT, ...differences, by: ACTING_ADMIN, idempotency });
  const edit = (id: string, differences: Differences, version = 1) =>
    messaging.rpc.call(editCampaign, { id, ...TEXT, ...differences, version, by: ACTING_ADMIN });
  const get = (id: string) => messaging.rpc.call(getCampaign, { id });
  const remove = (id: string) => messaging.rpc.call(deleteCampaign, { id, by: ACTING_ADMIN });
  const put = (id: string, status: EmailCampaign['status']) =>
    messaging.dataSource.query('UPDATE email_campaigns SET status = $2 WHERE id = $1', [id, status]);
  const recorded = async () =>
    (
      await messaging.dataSource.query<{ payload: { action: string; details: object } }[]>(
        'SELECT payload FROM outbox WHERE name = $1 ORDER BY sequence',
        [adminActed.name],
      )
    ).map(({ payload }) => payload);

  it('is a draft with its text and author, is counted as one, and is recorded', async () => {
    const made = await create();
    expect(made).toMatchObject({
      name: 'June news',
      content: 'Come and **argue** with us.',
      status: 'draft',
      recipientCount: 0,
      sentAt: null,
    });
    expect(await get(made.id)).toEqual({
      ...made,
      version: 1,
      isPublic: false,
      recipients: { pending: 0, sending: 0, sent: 0, delivered: 0, bounced: 0, failed: 0, skipped: 0, uncertain: 0 },
      perSecond: null,
      secondsLeft: null,
      heldUntil: null,
      machineOpenCount: 0,
      links: [],
      updatedAt: made.createdAt,
    });
    expect(await messaging.dataSource.query('SELECT admin_id FROM email_campaigns')).toEqual([
      { admin_id: ACTING_ADMIN.adminId },
    ]);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({
      totalEmailCampaigns: 1,
      draftEmailCampaigns: 1,
    });
    expect(await recorded()).toEqual([
      {
        by: actingAdmin.parse(ACTING_ADMIN),
        action: 'create_campaign',
        details: { campaignId: made.id, name: 'June news' },
        at: expect.any(String),
      },
    ]);
  });

  it('is created once by a request with a key, however often it is sent in parallel, also after an edit', async () => {
    const named = { key: 'press-1-2-3', fingerprint: 'a' };
    const made = await Promise.all(Array.from({ length: 8 }, () => create({}, named)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await recorded()).toHaveLength(1);
    await edit(made[0]!.id, { name: 'July news' });
    expect(await create({}, named)).toMatchObject({ id: made[0]!.id, name: 'July news' });
    await expect(create({}, { ...named, fingerprint: 'b' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await remove(made[0]!.id);
    await expect(create({}, named)).rejects.toMatchObject({ code: 'not_found' });
    expect(await messaging.rpc.call(listCampaigns, {})).toMatchObject({ total: 0 });
  });

  it.each(['draft', 'scheduled'] as const)(
    'can be changed while it is %s, and the record names the change',
    async (status) => {
      const { id, createdAt } = await create();
      await put(id, status);
      const edited = await edit(id, { subject: 'Autumn debates', isPublic: true });
      expect(edited).toMatchObject({ id, status, subject: 'Autumn debates', isPublic: true, version: 2, createdAt });
      expect(edited.updatedAt > createdAt).toBe(true);
      expect(await get(id)).toEqual(edited);
      expect((await recorded()).at(-1)).toMatchObject({
        by: actingAdmin.parse(ACTING_ADMIN),
        action: 'edit_campaign',
        details: { campaignId: id, name: 'June news', changed: 'subject, showing on the site' },
      });
    },
  );

  it('is not changed by an edit without differences', async () => {
    const { id } = await create();
    const before = await get(id);
    expect(await edit(id, {})).toEqual(before);
    expect(await recorded()).toHaveLength(1);
  });

  it('refuses an edit of an older version, names the changed fields, and writes nothing', async () => {
    const { id } = await create();
    await edit(id, { content: 'Theirs', targetAudience: 'all' });
    await expect(edit(id, { subject: 'Mine' })).rejects.toMatchObject({
      code: 'version_conflict',
      message:
        'Another administrator changed the text and audience meanwhile, so nothing was saved. Reload the page Campaign to see the current version.',
      fields: { content: expect.any(String), targetAudience: expect.any(String) },
    });
    expect(await get(id)).toMatchObject({ content: 'Theirs', subject: 'Summer debates', version: 2 });
  });

  it.each([
    [
      'an unknown personal field in its subject',
      { subject: 'Hello {{nickname}}' },
      'subject',
      'There is no personal field {{nickname}}. There are {{firstName}}, {{lastName}}, {{name}}, {{email}}.',
    ],
    [
      'a misspelled personal field in its text',
      { content: 'Dear {{first_name}}' },
      'content',
      expect.stringContaining('Write {{firstName}} instead of {{first_name}}.'),
    ],
    [
      'nothing to read',
      { content: '<script>alert(1)</script>' },
      'content',
      'Nothing of the email would be left to read.',
    ],
  ])('is neither created nor changed with %s', async (_what, differences, field, message) => {
    const refused = { code: 'invalid_request', fields: { [field]: message as unknown } };
    await expect(create(differences)).rejects.toMatchObject(refused);
    expect(await messaging.rpc.call(listCampaigns, {})).toMatchObject({ total: 0 });
    const { id } = await create();
    await expect(edit(id, differences)).rejects.toMatchObject(refused);
    expect(await get(id)).toMatchObject({ ...TEXT, version: 1 });
    expect(await recorded()).toHaveLength(1);
  });

  it('accepts one of several parallel edits', async () => {
    const { id } = await create();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => edit(id, { name: `Name ${index}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_conflict' });
    expect(await get(id)).toMatchObject({ version: 2 });
    expect(await recorded()).toHaveLength(2);
  });

  it.each([
    ['sending', 'This campaign is being sent. It can no longer be edited.'],
    ['paused', 'This campaign is paused while it is being sent. It can no longer be edited.'],
    ['sent', 'This campaign has been sent. It can no longer be edited.'],
    ['cancelled', 'This campaign was cancelled. It can no longer be edited.'],
  ] as const)('is not changed once it is %s', async (status, message) => {
    const { id } = await create();
    await put(id, status);
    await expect(edit(id, { subject: 'Another' })).rejects.toMatchObject({ code: 'campaign_state', message });
    expect(await get(id)).toMatchObject({ subject: 'Summer debates', version: 1 });
  });

  it('can be deleted as a draft, once, and the action is recorded', async () => {
    const { id } = await create();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect((await recorded()).slice(1)).toEqual([
      {
        by: actingAdmin.parse(ACTING_ADMIN),
        action: 'delete_campaign',
        details: { campaignId: id, name: 'June news' },
        at: expect.any(String),
      },
    ]);
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(edit(id, { name: 'Other' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const)(
    'cannot be deleted once it is %s',
    async (status) => {
      const { id } = await create();
      await put(id, status);
      await expect(remove(id)).rejects.toMatchObject({
        code: 'campaign_state',
        message: expect.stringContaining('Only a draft can be deleted.'),
      });
      expect(await get(id)).toMatchObject({ id, status });
    },
  );

  it('reports how many of its recipients are in each state', async () => {
    const { id } = await create();
    const other = await create({ name: 'Another' });
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (campaign_id, list, email, email_key, status)
       SELECT CASE WHEN n <= 6 THEN $1::uuid ELSE $2::uuid END, 'newsletter', n || '@example.com', n || '@example.com', (ARRAY['sent', 'delivered', 'bounced'])[n % 3 + 1] FROM generate_series(1, 9) AS n`,
      [id, other.id],
    );
    expect((await get(id)).recipients).toEqual({
      pending: 0,
      sending: 0,
      sent: 2,
      delivered: 2,
      bounced: 2,
      failed: 0,
      skipped: 0,
      uncertain: 0,
    });
  });
});

describe('the email of a campaign before it is sent', () => {
  beforeEach(() => emptyTables(messaging.dataSource, 'email_campaigns, email_recipients, link_clicks, outbox CASCADE'));

  const test = (message: Partial<typeof EMAIL> = {}, to = 'admin@example.com') =>
    messaging.rpc.call(sendTestCampaign, { ...EMAIL, ...message, to, by: ACTING_ADMIN });

  it('is previewed as a recipient would get it, with the parts that are left out', async () => {
    const shown = await messaging.rpc.call(previewCampaign, {
      subject: EMAIL.subject,
      content: `${EMAIL.content}<script>x</script>`,
      list: 'tournament',
    });
    expect(shown).toEqual({
      subject: 'News for Firstname',
      html: expect.stringContaining('Hello <strong>Firstname Lastname</strong>, <a href="https://example.org/"'),
      text: expect.stringContaining('registered for a tournament'),
      notes: ['<script> is left out, with what stands in it.'],
    });
  });

  it('is refused with the problems that its author has to fix, and nothing is sent', async () => {
    await expect(
      messaging.rpc.call(previewCampaign, { subject: 'x', content: '{{nobody}}', list: 'newsletter' }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { content: expect.stringContaining('{{nobody}}') },
    });
    await expect(test({ subject: '{{nobody}}' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { subject: expect.stringContaining('{{nobody}}') },
    });
    expect(await messaging.emails()).toEqual([]);
  });

  it('is emailed as a test once for a double click, and the action is recorded', async () => {
    const sendgrid = await startSendgridServer();
    const worker = await messaging.startWorker(sendgrid.url);
    await until('ten seconds that two presses fall into', async () => Date.now() % 10_000 < 8_000);
    expect(await Promise.all([test(), test()])).toEqual([{ to: 'admin@example.com' }, { to: 'admin@example.com' }]);
    const [sent] = await until('the test', async () => (sendgrid.received.length > 0 ? sendgrid.received : undefined));
    expect(sent).toMatchObject({
      subject: '[Test] News for you',
      personalizations: [{ to: [{ email: 'admin@example.com' }] }],
      headers: {
        'List-Unsubscribe': expect.stringContaining('admin%40example.com'),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(sent!.content.find(({ type }) => type === 'text/html')?.value).toContain(
      'Hello <strong>you</strong>, <a href="https://example.org/"',
    );
    const [message] = await until('the email to be settled', async () =>
      (await messaging.emails())[0]?.status === 'sent' ? messaging.emails() : undefined,
    );
    expect(message).toMatchObject({ template: 'campaign-test', data: {} });
    expect(await messaging.emails()).toHaveLength(1);
    await test({ content: 'Another email' });
    expect(await messaging.emails()).toHaveLength(2);
    const recorded = await messaging.dataSource.query<{ payload: object }[]>(
      'SELECT payload FROM outbox WHERE name = $1 ORDER BY sequence',
      [adminActed.name],
    );
    const perform = {
      by: actingAdmin.parse(ACTING_ADMIN),
      action: 'test_campaign',
      details: { name: 'May', to: 'admin@example.com' },
      at: expect.any(String),
    };
    expect(recorded).toEqual([{ payload: perform }, { payload: perform }]);
    await worker.close();
    await sendgrid.close();
  });
});

describe('a scheduled campaign that could not be sent', () => {
  beforeEach(() => forgetCampaigns(messaging));

  const schedule = (id: string) =>
    messaging.rpc.call(sending.scheduleCampaign, {
      id,
      at: new Date(Date.now() + HOUR_MS).toISOString(),
      by: ACTING_ADMIN,
    });
  /** Lets the scheduled time come, so that the campaign becomes a draft again. Returns that time. */
  const come = async (id: string): Promise<string> => {
    await messaging.dataSource.query(
      `UPDATE email_campaigns SET scheduled_at = date_trunc('milliseconds', now() - interval '1 second') WHERE id = $1`,
      [id],
    );
    const [row] = await messaging.dataSource.query<{ scheduled_at: Date }[]>(
      'SELECT scheduled_at FROM email_campaigns WHERE id = $1',
      [id],
    );
    await messaging.startJob(sendScheduledCampaigns);
    await campaignIn(messaging, id, 'draft');
    return row!.scheduled_at.toISOString();
  };
  const listed = async () => (await messaging.rpc.call(listCampaigns, { limit: 25 })).items.map(({ unsent }) => unsent);

  it('shows on its page and in the list that its audience was empty, and when', async () => {
    const id = await createDraft(messaging);
    expect(await schedule(id)).toMatchObject({ unsent: null });
    const at = await come(id);
    expect(await campaignIn(messaging, id, 'draft')).toMatchObject({
      scheduledAt: null,
      unsent: { reason: 'audience_empty', at },
    });
    expect(await listed()).toEqual([{ reason: 'audience_empty', at }]);
  });

  it('shows that its email was refused', async () => {
    await addSubscribers(messaging, 1);
    const id = await createDraft(messaging);
    await schedule(id);
    // A campaign that an earlier release accepted.
    await messaging.dataSource.query(`UPDATE email_campaigns SET content = '{{nobody}}' WHERE id = $1`, [id]);
    const at = await come(id);
    expect(await campaignIn(messaging, id, 'draft')).toMatchObject({ unsent: { reason: 'email_refused', at } });
  });

  it('no longer shows the reason once it is scheduled again', async () => {
    const id = await createDraft(messaging);
    await schedule(id);
    await come(id);
    expect(await schedule(id)).toMatchObject({ status: 'scheduled', unsent: null });
    expect(await messaging.rpc.call(sending.unscheduleCampaign, { id, by: ACTING_ADMIN })).toMatchObject({
      status: 'draft',
      unsent: null,
    });
  });

  it('no longer shows the reason once it is sent, and keeps it after a try with an empty audience', async () => {
    const id = await createDraft(messaging);
    await schedule(id);
    const at = await come(id);
    await expect(messaging.rpc.call(sending.sendCampaign, { id, by: ACTING_ADMIN })).rejects.toMatchObject({
      code: 'audience_empty',
    });
    expect(await listed()).toEqual([{ reason: 'audience_empty', at }]);
    await addSubscribers(messaging, 1);
    await messaging.rpc.call(sending.sendCampaign, { id, by: ACTING_ADMIN });
    expect(await campaignIn(messaging, id, 'sending')).toMatchObject({ unsent: null });
  });
});
