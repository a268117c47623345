import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listCampaigns } from '@lectern/contracts/messaging/rpc';
import * as sending from '@lectern/contracts/messaging/campaign-sending-rpc';
import { addSubscribers, ACTING_ADMIN, campaignIn, createDraft, forgetCampaigns } from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { sendScheduledCampaigns } from './send-scheduled-campaigns.job.ts';

const HOUR_MS = 3_600_000;

describe('a scheduled campaign that could not be sent', () => {
  let messaging: RunningMessaging;

  beforeAll(async () => {
    messaging = await startMessaging();
  });
  beforeEach(() => forgetCampaigns(messaging));
  afterAll(() => messaging.stop());

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
