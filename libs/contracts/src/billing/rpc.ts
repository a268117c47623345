import * as z from 'zod/mini';
import { plan, uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { checkoutOutcome, payment, program, subscriptionDetails } from './model.ts';

export const listPrograms = rpc({
  name: 'billing.list-programs.v1',
  input: z.object({}),
  output: z.array(program),
});

/** Which plan a price id of ours stands for; `price_unknown` for any other. */
export const resolvePrice = rpc({
  name: 'billing.resolve-price.v1',
  input: z.object({ priceId: z.string() }),
  output: z.object({ plan: plan() }),
});

/**
 * Opens a membership checkout, or answers the open one of the same person and plan. `membership_exists` when a live
 * subscription is there already; nothing is charged before the person pays on the provider's page.
 */
export const openMembershipCheckout = rpc({
  name: 'billing.open-membership-checkout.v1',
  input: z.object({
    /** Missing where somebody pays before there is an account. */
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    plan: plan(),
    successUrl: z.string(),
    cancelUrl: z.string(),
  }),
  output: z.object({ checkoutUrl: z.string() }),
  timeoutMs: 20_000,
});

/** Fetches the truth of a checkout from the provider, writes it, and says where it stands. Idempotent. */
export const settleCheckout = rpc({
  name: 'billing.settle-checkout.v1',
  input: z.object({ sessionId: z.string() }),
  output: checkoutOutcome,
  timeoutMs: 20_000,
});

export const getSubscription = rpc({
  name: 'billing.get-subscription.v1',
  input: z.object({ userId: uuid() }),
  output: z.nullable(subscriptionDetails),
});

export const listPayments = rpc({
  name: 'billing.list-payments.v1',
  input: z.object({ userId: uuid() }),
  output: z.array(payment),
});

export const openBillingPortal = rpc({
  name: 'billing.open-billing-portal.v1',
  input: z.object({ userId: uuid(), returnUrl: z.string() }),
  output: z.object({ url: z.string() }),
  timeoutMs: 20_000,
});

/** Verifies the signature over the raw body and stores the event's id before it answers. A repeat answers the same. */
export const receiveStripeEvent = rpc({
  name: 'billing.receive-stripe-event.v1',
  input: z.object({ payload: z.string(), signature: z.string() }),
  output: z.object({ received: z.boolean() }),
});
