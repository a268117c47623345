import Stripe from 'stripe';
import { callApi, patiently } from './person.ts';
import type { RunningSystem } from './start-system.ts';

/** The payment provider as the association's staff reach it, beside our own system. */
export const stripeOf = ({ sandboxUrl }: Pick<RunningSystem, 'sandboxUrl'>, options: { maxNetworkRetries?: number } = {}): Stripe => {
  const { hostname, port } = new URL(sandboxUrl);
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', ...options });
};

interface Sold {
  readonly type: string;
  readonly stripePriceIdMonthly: string | null;
  readonly stripePriceIdAnnual: string | null;
  readonly stripePriceIdOnce: string | null;
}

/** The membership's price ids, once the provider knows every price: until then a checkout of a fresh system answers 503. */
export const pricesOf = (system: Pick<RunningSystem, 'siteUrl'>): Promise<{ monthly: string; annual: string }> =>
  patiently('selling', async () => {
    const { body: programs } = await callApi<Sold[]>(system, 'GET', '/api/programs');
    const club = programs.find(({ type }) => type === 'debate_club');
    const isSold = programs.every(({ stripePriceIdMonthly, stripePriceIdOnce }) => (stripePriceIdMonthly ?? stripePriceIdOnce) !== null);
    if (!isSold || club?.stripePriceIdMonthly == null || club.stripePriceIdAnnual === null) throw new Error('no prices yet');
    return { monthly: club.stripePriceIdMonthly, annual: club.stripePriceIdAnnual };
  });

/** Moves the provider's clock, changes a card, or has it fail: what the emulator offers beside Stripe's own API. */
export const atProvider = async ({ sandboxUrl }: Pick<RunningSystem, 'sandboxUrl'>, helper: string, body: object): Promise<void> => {
  const answer = await fetch(`${sandboxUrl}/stripe/test_helpers/${helper}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${helper} answered ${answer.status}: ${await answer.text()}`);
};
