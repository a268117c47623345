import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import { forgetCampaigns } from '../../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../../testing/running-messaging.ts';

interface Sent {
  readonly subject: string;
  readonly content: string;
  readonly status: string;
  readonly isPublic: boolean;
  readonly audience: string;
  readonly sentAt: string | null;
}

describe('newsletters that everybody may read', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => forgetCampaigns(messaging));

  const campaign = async (differences: Partial<Sent> = {}): Promise<string> => {
    const { subject, content, status, isPublic, audience, sentAt }: Sent = {
      subject: 'May',
      content: 'Hello',
      status: 'sent',
      isPublic: true,
      audience: 'newsletter',
      sentAt: '2026-05-01T10:00:00Z',
      ...differences,
    };
    const [row] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, status, is_public, target_audience, sent_at) VALUES ('internal', $1, $2, $3, $4, $5, $6) RETURNING id`,
      [subject, content, status, isPublic, audience, sentAt],
    );
    return row!.id;
  };
  const list = async () => (await messaging.rpc.call(listNewsletters, {})).items;
  const read = (id: string) => messaging.rpc.call(readNewsletter, { id });

  it('are the public ones that were sent to newsletter readers, newest first', async () => {
    const may = await campaign();
    const june = await campaign({ subject: 'June', audience: 'all', sentAt: '2026-06-01T10:00:00Z' });
    expect(await list()).toEqual([
      { id: june, subject: 'June', sentAt: '2026-06-01T10:00:00.000Z' },
      { id: may, subject: 'May', sentAt: '2026-05-01T10:00:00.000Z' },
    ]);
  });

  it.each([
    ['is not public', { isPublic: false }],
    ['is a draft', { status: 'draft', sentAt: null }],
    ['is being sent', { status: 'sending' }],
    ['was cancelled', { status: 'cancelled' }],
    ['went to members', { audience: 'debate_club' }],
    ['went to entrants', { audience: 'tournament' }],
  ])('exclude one that %s', async (_what, differences) => {
    const id = await campaign(differences);
    expect(await list()).toEqual([]);
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('name no recipient, count nothing, and contain only the email', async () => {
    const id = await campaign({
      subject: 'For {{firstName|you}}',
      content:
        '# To {{firstName|you}}\n\nHello {{name|<you>}}{{email}}, [look](https://example.org/a?b&c)<script>x</script> ![A hall](https://example.org/a.png)\n\n| a |\n|-|\n| b |',
    });
    const shown = await read(id);
    expect(shown).toEqual({
      id,
      subject: 'For you',
      title: 'To you',
      sentAt: '2026-05-01T10:00:00.000Z',
      html: expect.stringContaining(
        '<p>Hello &lt;you&gt;, <a href="https://example.org/a?b&amp;c" rel="noopener">look</a> A hall</p>',
      ),
    });
    expect(shown.html).not.toMatch(/style=|<img|script|\/api\/mail\/|nsubscribe|-lectern-|\ue000/);
    expect(await read(id)).toEqual(shown);
    expect((await list())[0]?.subject).toBe('For you');
  });

  it('are not found by an unknown id', async () => {
    await expect(read(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});
