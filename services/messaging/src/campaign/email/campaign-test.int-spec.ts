import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { previewCampaign, sendTestCampaign } from '@lectern/contracts/messaging/campaign-email-rpc';
import { adminActed } from '@lectern/contracts/messaging/events';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging } from '../../testing/running-messaging.ts';
import { startSendgridServer } from '../../testing/sendgrid-server.ts';

const BY = { adminId: randomUUID(), origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };
const EMAIL = {
  name: 'May',
  subject: 'News for {{firstName|you}}',
  content: 'Hello **{{name|you}}**, [look](https://example.org/)',
  targetAudience: 'all' as const,
};

describe('a campaign before it is sent', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => emptyTables(messaging.dataSource, 'email_recipients, link_clicks, outbox'));

  const test = (message: Partial<typeof EMAIL> = {}, to = 'admin@example.com') =>
    messaging.rpc.call(sendTestCampaign, { ...EMAIL, ...message, to, by: BY });

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
      by: BY,
      action: 'test_campaign',
      details: { name: 'May', to: 'admin@example.com' },
      at: expect.any(String),
    };
    expect(recorded).toEqual([{ payload: perform }, { payload: perform }]);
    await worker.close();
    await sendgrid.close();
  });
});
