import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { followLink, noteOpening } from '@lectern/contracts/messaging/tracking-rpc';
import { addSubscribers, ACTING_ADMIN, createDraft, forgetCampaigns, ledgerOf } from '../../testing/campaigns.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../../testing/running-messaging.ts';
import { unsubscribeKey } from '../../unsubscribe/unsubscribe-link.ts';
import { trackingToken } from './tracking-token.ts';

describe('the tracking of a campaign’s email', () => {
  let messaging: RunningMessaging;
  let campaignId: string;
  let tokens: string[];
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(async () => {
    await forgetCampaigns(messaging);
    await addSubscribers(messaging, 2);
    campaignId = await createDraft(messaging);
    await messaging.rpc.call(sendCampaign, { id: campaignId, by: ACTING_ADMIN });
    tokens = (await ledgerOf(messaging, campaignId)).map(({ id }) => trackingToken(UNSUBSCRIBE_SECRET, id));
    await messaging.dataSource.query(`UPDATE email_recipients SET status = 'sent'`);
  });

  const opened = (token: string, visitor: 'person' | 'machine' | 'nobody' = 'person') =>
    messaging.rpc.call(noteOpening, { token, visitor });
  const followed = async (token: string, index = 0, visitor: 'person' | 'machine' | 'nobody' = 'person') =>
    (await messaging.rpc.call(followLink, { token, index, visitor })).url;
  const counted = async () => {
    const { openCount, machineOpenCount, clickCount, links } = await messaging.rpc.call(getCampaign, {
      id: campaignId,
    });
    return { openCount, machineOpenCount, clickCount, links: links.map((link) => link.clickCount) };
  };
  const NOTHING = { openCount: 0, machineOpenCount: 0, clickCount: 0, links: [0] };

  it('counts each recipient once, also in parallel', async () => {
    await Promise.all([1, 2, 3].map(() => opened(tokens[0]!)));
    await Promise.all([1, 2, 3].map(() => followed(tokens[1]!)));
    expect(await counted()).toEqual({ openCount: 2, machineOpenCount: 0, clickCount: 1, links: [1] });
  });

  it('redirects to the target of the email’s link', async () => {
    expect(await followed(tokens[0]!)).toBe('https://example.com/more');
  });

  it('counts openings by machines apart, and neither their clicks nor HEAD requests', async () => {
    await opened(tokens[0]!, 'machine');
    await opened(tokens[0]!, 'nobody');
    for (const visitor of ['machine', 'nobody'] as const)
      expect(await followed(tokens[0]!, 0, visitor)).toBe('https://example.com/more');
    expect(await counted()).toEqual({ ...NOTHING, machineOpenCount: 1 });
  });

  it.each([
    ['nonsense', () => 'nonsense'],
    ['nothing', () => ''],
    ['a token that was made with another secret', () => trackingToken(`${UNSUBSCRIBE_SECRET}0`, randomUUID())],
    ['the half of another token', () => `${tokens[0]!.split('.')[0]}.${tokens[1]!.split('.')[1]}`],
    ['a token of nobody', () => trackingToken(UNSUBSCRIBE_SECRET, randomUUID())],
    [
      'the key of an unsubscribe link',
      () => `${tokens[0]!.split('.')[0]}.${unsubscribeKey(UNSUBSCRIBE_SECRET, 'reader-1@example.com')}`,
    ],
  ])('ignores %s, which leads nowhere and counts nothing', async (_what, token) => {
    await opened(token());
    await opened(token(), 'machine');
    expect(await followed(token())).toBeNull();
    expect(await counted()).toEqual(NOTHING);
  });

  it.each([1, 99_999])('knows no link %d, which leads nowhere and counts nothing', async (index) => {
    expect(await followed(tokens[0]!, index)).toBeNull();
    expect(await counted()).toEqual(NOTHING);
  });
});
