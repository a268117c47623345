import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { requestStarterKit } from '@lectern/contracts/messaging/rpc';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { until } from '@lectern/test-kit/until';
import {
  addSubscribers,
  ACTING_ADMIN,
  campaignIn,
  createDraft,
  forgetCampaigns,
  ledgerOf,
  countDifferences,
} from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { accept, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const HOLD_MAIL = join(import.meta.dirname, '../../../../deploy/hold-mail.sql');

describe('a database that was restored from a backup', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  let worker: RunningService | undefined;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
  });
  beforeEach(() => forgetCampaigns(messaging));
  afterAll(async () => {
    await worker?.close();
    await sendgrid.close();
    await messaging.stop();
  });

  it('sends none of the emails that waited when the backup was made, and lists all of them', async () => {
    await addSubscribers(messaging, 7);
    const [sending, due, later] = [
      await createDraft(messaging),
      await createDraft(messaging),
      await createDraft(messaging),
    ];
    await messaging.rpc.call(sendCampaign, { id: sending, by: ACTING_ADMIN });
    await messaging.dataSource.query(
      `UPDATE email_recipients SET status = 'sending', batch_id = gen_random_uuid(), claimed_at = now() WHERE email_key = 'reader-1@example.com'`,
    );
    await messaging.dataSource.query(
      `UPDATE email_campaigns SET status = 'scheduled', scheduled_at = now() + CASE id WHEN $1 THEN interval '-1 minute' ELSE interval '1 day' END WHERE id IN ($1, $2)`,
      [due, later],
    );
    await messaging.rpc.call(requestStarterKit, { email: 'reader-1@example.com' });

    await messaging.dataSource.query(await readFile(HOLD_MAIL, 'utf8'));
    sendgrid.answer(accept);
    worker = await messaging.startWorker(sendgrid.url);
    expect(await campaignIn(messaging, sending, 'sent')).toMatchObject({
      recipients: { uncertain: 7, pending: 0, sending: 0 },
    });
    expect((await ledgerOf(messaging, sending)).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 7 }, () => 'Restored from a backup: it may have been sent since'),
    );
    await campaignIn(messaging, due, 'draft');
    await campaignIn(messaging, later, 'scheduled');
    expect(await messaging.emails()).toMatchObject([{ template: 'starter-kit', status: 'uncertain' }]);
    // An email that is written afterwards goes out, and only that.
    await messaging.rpc.call(requestStarterKit, { email: 'reader-2@example.com' });
    await until('a later email', () => Promise.resolve(sendgrid.received.length > 0));
    expect(sendgrid.received.flatMap(({ personalizations }) => personalizations.map(({ to }) => to[0]!.email))).toEqual(
      ['reader-2@example.com'],
    );
    expect(await countDifferences(messaging)).toEqual([]);
  });
});
