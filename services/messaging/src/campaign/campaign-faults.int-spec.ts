import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { type Sandbox, startSandbox } from '@lectern/sandbox/sandbox';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { untilNoneLeft } from '@lectern/test-kit/until';
import {
  addSubscribers,
  ACTING_ADMIN,
  campaignIn,
  createDraft,
  ledgerOf,
  countDifferences,
} from '../testing/campaigns.ts';
import { type ProviderWebhook, startProviderWebhook } from '../testing/provider-webhook.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

const READERS = 2_000;
const BATCH = 20;
/** Repeats which requests fail, and when Redis loses its data. The lanes decide which recipients are in such a request. */
const random = seededRandom(process.env['FAULT_SEED']);

describe(`a campaign to a failing provider (FAULT_SEED=${random.seed})`, () => {
  let messaging: RunningMessaging;
  let sandbox: Sandbox;
  let webhook: ProviderWebhook;
  let isReceiving = false;

  beforeAll(async () => {
    [messaging, sandbox] = await Promise.all([startMessaging(), startSandbox()]);
    webhook = await startProviderWebhook(messaging, async () => isReceiving);
    pointWebhook();
  });
  afterAll(async () => {
    await sandbox.close();
    await messaging.stop();
    webhook.server.close();
  });

  const pointWebhook = (): void =>
    sandbox.pointWebhooksTo({
      sendgrid: { url: webhook.url, privateKey: messaging.webhookPrivateKey },
    });
  const faults = (body: object) =>
    fetch(`${sandbox.url}/mail/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** The number of emails that each address got. */
  const delivered = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { to } of sandbox.sendgrid.mailbox.list())
      counts.set(to.toLowerCase(), (counts.get(to.toLowerCase()) ?? 0) + 1);
    return counts;
  };

  it('that refuses one request in twenty and cuts the connection of another reaches every recipient once, although Redis loses its data midway', async () => {
    await addSubscribers(messaging, READERS);
    process.stderr.write(`A campaign to a provider in trouble: FAULT_SEED=${random.seed}\n`);
    expect((await faults({ refuse: 0.05, acceptThenCut: 0.05, status: 503, seed: random.seed })).ok).toBe(true);
    await Promise.all([1, 2].map(() => messaging.startWorker(sandbox.url, { CAMPAIGN_BATCH: String(BATCH) })));
    const id = await createDraft(messaging);
    await messaging.rpc.call(sendCampaign, { id, by: ACTING_ADMIN });
    const midway = Math.floor(READERS * (0.2 + 0.6 * random.next()));
    await untilNoneLeft('readers midway', async () => Math.max(0, midway - sandbox.sendgrid.mailbox.size));
    await messaging.forgetRedis();
    // No events yet: only the answers say which emails were accepted, and an email without an answer must wait for its confirmation instead of being posted again.
    await untilNoneLeft(
      'turns',
      async () =>
        (await ledgerOf(messaging, id)).filter(
          ({ status, reason }) => status === 'pending' || (status === 'sending' && reason === null),
        ).length,
    );
    const messages = delivered();
    expect(messages.size).toBe(READERS);
    expect([...messages.values()].filter((count) => count !== 1)).toEqual([]);
    isReceiving = true;
    pointWebhook();
    sandbox.sendgrid.webhook.hurry();
    const over = await campaignIn(messaging, id, 'sent');
    expect(over).toMatchObject({
      recipientCount: READERS,
      sentCount: READERS,
      recipients: { pending: 0, sending: 0, failed: 0, uncertain: 0 },
    });
    expect(delivered()).toEqual(messages);
    await untilNoneLeft(
      'news of all',
      async () => (await ledgerOf(messaging, id)).filter(({ status }) => status !== 'delivered').length,
    );
    expect(await countDifferences(messaging)).toEqual([]);
  });
});
