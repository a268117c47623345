import { randomUUID } from 'node:crypto';
import type { EventPayload } from '@lectern/contracts/event';
import type { Actor } from '@lectern/contracts/identity/model';
import { DomainError } from '@lectern/contracts/errors';
import type { purchaseChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { untilNoneLeft } from '@lectern/test-kit/until';
import { pressCheckoutButton, type TestBilling } from './start-billing.ts';

export const DAY = 86_400;

/** Some administrator, from somewhere. */
export const admin = (): Actor => ({
  adminId: randomUUID(),
  role: 'owner',
  origin: { ipAddress: '192.0.2.7', userAgent: 'test' },
});

export type Checkout = RpcInput<typeof billing.openMembershipCheckout> & { readonly userId: string };

/** Somebody with an account, about to join. */
export const somebody = (differences: Partial<Checkout> = {}): Checkout => ({
  userId: randomUUID(),
  email: `Member+${randomUUID()}@example.com`,
  firstName: 'Ada',
  lastName: 'Okafor',
  plan: 'monthly',
  promoCode: null,
  referral: null,
  attemptKey: null,
  successUrl: 'http://localhost:3000/subscribe/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/subscribe/cancel',
  ...differences,
});

export const open = async (system: TestBilling, who: Checkout): Promise<string> =>
  (await system.rpc.call(billing.openMembershipCheckout, who)).checkoutUrl;

/** The code of the error that a call ends with, or `answered`. */
export const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

/** Pays a page and waits until the service knows, as the success page does. Returns the customer's id. */
export const pay = async (system: TestBilling, checkoutUrl: string, card = 'works'): Promise<string> => {
  const paid = await fetch(`${checkoutUrl}/pay`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card }),
  });
  if (paid.status !== 303) throw new Error(`Paying answered ${paid.status}`);
  const sessionId = checkoutUrl.split('/').at(-1) ?? '';
  const outcome = await system.rpc.call(billing.settleCheckout, { sessionId });
  if (outcome.status !== 'complete') throw new Error(`The checkout is ${outcome.status}`);
  const session = await system.stripe.checkout.sessions.retrieve(sessionId);
  return session.customer as string;
};

/** A person who joined and paid. */
export const member = async (
  system: TestBilling,
  differences: Partial<Checkout> = {},
  card = 'works',
): Promise<Checkout & { customerId: string }> => {
  const who = somebody(differences);
  return { ...who, customerId: await pay(system, await open(system, who), card) };
};

/** Saves another card for a customer, as the provider's pages do. */
export const useCard = async (
  system: TestBilling,
  { customerId }: { readonly customerId: string },
  card: string,
): Promise<void> => {
  const answer = await fetch(`${system.sandbox.url}/stripe/test_helpers/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer: customerId, card }),
  });
  if (!answer.ok) throw new Error(`Saving a card answered ${answer.status}`);
};

/** Until no stored event waits to be looked at, and nobody is at a customer: two runs at the same moment may be about the same events. */
export const billingIsIdle = async (system: TestBilling): Promise<boolean> =>
  untilNoneLeft('stored events to be processed', async () => {
    const [row] = await system.database.query<{ waiting: number }[]>(
      `SELECT (SELECT count(*) FROM stripe_events WHERE processed_at IS NULL)::int
         + (SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database WHERE locktype = 'advisory' AND datname = current_database())::int AS waiting`,
    );
    return row?.waiting ?? 0;
  });

/**
 * Waits until the provider has delivered all events and all of them are processed, so that a test which corrupts our records races with
 * none. Not for tests in which faults hold messages back until the clock is moved.
 */
export const allEventsProcessed = async (system: TestBilling): Promise<void> => {
  await untilNoneLeft('messages of the provider to come', async () => {
    const events = await system.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    return events.filter(({ pending_webhooks: pending }) => pending > 0).length;
  });
  await billingIsIdle(system);
};

/** Lets no membership so far renew, so that the clock moves for the members of the next test alone. */
export const endRenewals = ({ sandbox }: TestBilling): void => {
  const { account } = sandbox.stripe;
  for (const subscription of [...account.store.all('subscriptions')])
    account.store.put('subscriptions', { ...subscription, status: 'canceled', ended_at: account.now() });
};

export const details = (system: TestBilling, { userId }: { userId: string }) =>
  system.rpc.call(billing.getSubscription, { userId });
export const payments = (system: TestBilling, { userId }: { userId: string }) =>
  system.rpc.call(billing.listPayments, { userId });

/** A registration that is to be paid for. */
export const purchaseOf = (
  differences: Partial<RpcInput<typeof billing.openPurchaseCheckout>> = {},
): RpcInput<typeof billing.openPurchaseCheckout> => ({
  product: 'bootcamps',
  reference: randomUUID(),
  userId: null,
  email: `guest+${randomUUID()}@example.com`,
  firstName: 'Mia',
  lastName: 'Lund',
  title: 'Tournament Prep Bootcamp',
  amount: null,
  promoCode: null,
  successUrl: 'http://localhost:3000/bootcamp-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/bootcamp-registration',
  ...differences,
});

export type PurchaseEvent = EventPayload<typeof purchaseChanged>;

export { pressCheckoutButton as press };
