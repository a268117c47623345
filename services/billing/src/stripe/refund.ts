import Stripe from 'stripe';
import type { StripeClient } from './stripe-client.ts';

/** Refunds all that is left of a charge or payment. Repeating it with the same key, or where staff have refunded it, changes nothing. */
export const refund = async (
  { api }: Pick<StripeClient, 'api'>,
  what: Stripe.RefundCreateParams,
  idempotencyKey: string,
): Promise<void> => {
  await api.refunds.create(what, { idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'))
      throw error;
  });
};
