import { describe, expect, it } from 'vitest';
import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { campaignsInWords, percentOf, sentCampaigns } from './campaign-analytics.ts';

const campaign = (
  name: string,
  sentAt: string | null,
  sentCount: number,
  openCount = 0,
  clickCount = 0,
): EmailCampaign => ({
  id: name,
  name,
  subject: name,
  content: 'x',
  targetAudience: 'all',
  recipientCount: sentCount,
  sentCount,
  openCount,
  clickCount,
  status: 'sent',
  scheduledAt: null,
  unsent: null,
  sentAt,
  createdAt: '2026-01-01T00:00:00.000Z',
});

describe('sent campaigns', () => {
  it('are sorted by sending time, without campaigns that were sent to nobody', () => {
    expect(
      sentCampaigns([
        campaign('b', '2026-03-01T00:00:00.000Z', 5),
        campaign('nobody', '2026-02-01T00:00:00.000Z', 0),
        campaign('never', null, 5),
        campaign('a', '2026-01-01T00:00:00.000Z', 5),
      ]).map(({ name }) => name),
    ).toEqual(['a', 'b']);
  });

  it('are summarized together, with the campaign that was opened most', () => {
    const rows = sentCampaigns([
      campaign('June', '2026-06-01T00:00:00.000Z', 100, 40, 5),
      campaign('May', '2026-05-01T00:00:00.000Z', 50, 25, 1),
    ]);
    expect(campaignsInWords(rows)).toBe(
      'The last 2 campaigns: 43.3% of the emails were opened, and 4% were clicked; “May” was opened most, by 50%.',
    );
    expect(campaignsInWords(rows.slice(1))).toBe('“June”: 40% of the emails were opened, and 5% were clicked.');
    expect(
      campaignsInWords([
        { ...rows[0]!, opened: 0 },
        { ...rows[1]!, opened: 0 },
      ]),
    ).not.toContain('most');
  });
});

it('rounds a share to a tenth of a percent', () => {
  expect([percentOf(1, 3), percentOf(0, 5), percentOf(5, 5), percentOf(0, 0)]).toEqual([33.3, 0, 100, 0]);
});
