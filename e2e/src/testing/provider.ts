import Stripe from 'stripe';
import type { RunningSystem } from './start-system.ts';

/** The payment provider as the association's staff reach it, beside our own system. */
export const stripeOf = (
  { sandboxUrl }: Pick<RunningSystem, 'sandboxUrl'>,
  options: { maxNetworkRetries?: number } = {},
): Stripe => {
  const { hostname, port } = new URL(sandboxUrl);
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', ...options });
};

/** Moves the provider's clock, changes a card, or has it fail: what the emulator offers beside Stripe's own API. */
export const atProvider = async (
  { sandboxUrl }: Pick<RunningSystem, 'sandboxUrl'>,
  helper: string,
  body: object,
): Promise<void> => {
  const answer = await fetch(`${sandboxUrl}/stripe/test_helpers/${helper}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${helper} answered ${answer.status}: ${await answer.text()}`);
};

/** The time in a system, whose clock tests may have moved; milliseconds since 1970. */
export const timeOf = async ({ sandboxUrl }: Pick<RunningSystem, 'sandboxUrl'>): Promise<number> => {
  const clock = (await (await fetch(`${sandboxUrl}/stripe/test_helpers/clock`)).json()) as { iso: string };
  return Date.parse(clock.iso);
};
