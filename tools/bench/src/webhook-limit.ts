import { createHmac, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchLimit } from './bench-table.ts';
import { json, newMember } from './new-member.ts';
import { p95 } from '@lectern/tools/measured/percentile';
import { type StartedSystem, startSystem } from './started-system.ts';

const STEADY = { deliveries: 1_000, atATime: 4 };
const BURST = 1_000;
const P95_LIMIT_MS = 100;
const BURST_LIMIT_SECONDS = 10;

/** A member's customer id at the sandbox, so that each event causes an update of a real member. */
const newCustomer = async ({ run }: StartedSystem): Promise<string> => {
  const { email } = await newMember(run);
  const found = await fetch(`${run.sandboxUrl}/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const [customer] = (await json<{ data: { id: string }[] }>(found)).data;
  if (customer === undefined) throw new Error('The sandbox does not know the member');
  return customer.id;
};

/** Delivers one signed event through the gateway. Returns the milliseconds until it was acknowledged. */
const deliver = async (siteUrl: string, secret: string, customerId: string): Promise<number> => {
  const created = Math.floor(Date.now() / 1_000);
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    created,
    data: { object: { id: customerId, object: 'customer' } },
  };
  const payload = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${created}.${payload}`).digest('hex');
  const began = performance.now();
  const answer = await fetch(`${siteUrl}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
    body: payload,
  });
  await json(answer);
  return performance.now() - began;
};

/** Stripe's deliveries through gateway and billing until their 200, while billing works on those before. */
export const measureWebhooks = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-webhooks-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  try {
    const { stripeWebhookSecret } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      stripeWebhookSecret: string;
    };
    const customers = await Promise.all(Array.from({ length: 20 }, () => newCustomer(system)));
    const one = (index: number): Promise<number> =>
      deliver(system.run.siteUrl, stripeWebhookSecret, customers[index % customers.length]!);
    const [p95s, bursts]: [number[], number[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const times: number[] = [];
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < STEADY.deliveries) times.push(await one(next++));
      };
      await Promise.all(Array.from({ length: STEADY.atATime }, lane));
      p95s.push(p95(times));
      const began = performance.now();
      await Promise.all(Array.from({ length: BURST }, (_, index) => one(index)));
      bursts.push((performance.now() - began) / 1_000);
    }
    return [
      {
        what: `Stripe's webhook, p95 of ${STEADY.deliveries} deliveries, ${STEADY.atATime} at a time`,
        unit: 'ms',
        values: p95s,
        atMost: P95_LIMIT_MS,
      },
      {
        what: `Stripe's webhook, a burst of ${BURST} together, all acknowledged`,
        unit: 's',
        values: bursts,
        atMost: BURST_LIMIT_SECONDS,
      },
    ];
  } finally {
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
