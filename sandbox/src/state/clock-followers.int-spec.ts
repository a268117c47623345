import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { advance, createCatalog, subscribe } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let sandbox: Sandbox;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox();
});

afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const ask = (after: string): Promise<Response> => fetch(`${sandbox.url}/stripe/test_helpers/clock?after=${after}`);
const offsetOf = async (answer: Response): Promise<number> => ((await answer.json()) as { offsetMs: number }).offsetMs;
const untilHeld = async (count: number): Promise<void> => {
  while (sandbox.followers.waiting !== count) await new Promise((resolve) => setImmediate(resolve));
};

describe('a process that follows the clock', () => {
  it('is answered immediately when it knows another time, and else when the clock moves', async () => {
    expect(await offsetOf(await ask('5000'))).toBe(0);
    const held = ask('0');
    await untilHeld(1);
    await advance(sandbox, 60);
    expect(await offsetOf(await held)).toBe(60_000);
    expect((await ask('soon')).status).toBe(400);
  });

  it('knows the time before it receives the events of the move', async () => {
    const stripe = stripeClient(sandbox);
    const { monthly } = await createCatalog(stripe);
    await subscribe(stripe, sandbox, monthly);
    sandbox.pointWebhooksTo({ stripe: { url: receiver.url, secret: 'whsec_followers' } });
    const order: string[] = [];
    const held = ask('0');
    await untilHeld(1);
    const webhook = receiver.until((posts) => posts.length > 0).then(() => order.push('webhook'));
    const moved = advance(sandbox, 32 * 86_400).then(() => order.push('moved'));
    const offset = await offsetOf(await held);
    order.push('notified');
    const next = ask(String(offset));
    await Promise.all([webhook, moved]);
    expect(order[0]).toBe('notified');
    await sandbox.close();
    expect(await offsetOf(await next)).toBe(offset);
  });

  it('delays no other process when it has ended', async () => {
    const leaving = new AbortController();
    const held = fetch(`${sandbox.url}/stripe/test_helpers/clock?after=0`, { signal: leaving.signal });
    await untilHeld(1);
    leaving.abort();
    await expect(held).rejects.toThrow('aborted');
    await untilHeld(0);
    const notified = ask('0');
    await untilHeld(1);
    // A process that was notified and does not ask again: it may have died.
    await Promise.all([advance(sandbox, 60), notified]);
    expect(sandbox.clock.advancedMs).toBe(60_000);
  });
});
