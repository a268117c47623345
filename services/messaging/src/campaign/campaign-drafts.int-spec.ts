import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { createCampaign, deleteCampaign, editCampaign, getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { adminActed } from '@lectern/contracts/messaging/events';
import { countMailings, listCampaigns } from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

const BY = { adminId: randomUUID(), origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };
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

describe('a campaign before it is sent', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() =>
    emptyTables(messaging.dataSource, 'email_campaigns, email_recipients, idempotent_requests, outbox CASCADE'),
  );

  const create = (differences: Differences = {}, idempotency?: { key: string; fingerprint: string }) =>
    messaging.rpc.call(createCampaign, { ...TEXT, ...differences, by: BY, idempotency });
  const edit = (id: string, differences: Differences, version = 1) =>
    messaging.rpc.call(editCampaign, { id, ...TEXT, ...differences, version, by: BY });
  const get = (id: string) => messaging.rpc.call(getCampaign, { id });
  const remove = (id: string) => messaging.rpc.call(deleteCampaign, { id, by: BY });
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
      { admin_id: BY.adminId },
    ]);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({
      totalEmailCampaigns: 1,
      draftEmailCampaigns: 1,
    });
    expect(await recorded()).toEqual([
      {
        by: BY,
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
        by: BY,
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
      { by: BY, action: 'delete_campaign', details: { campaignId: id, name: 'June news' }, at: expect.any(String) },
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
        message: expect.stringContaining('Only a draft can be deleted.') as unknown,
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
