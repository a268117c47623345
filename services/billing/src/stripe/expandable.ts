import type Stripe from 'stripe';

/** The id of a field that Stripe answers as an id or, expanded, as the object. */
export const idOf = (field: string | { id: string } | null | undefined): string | null =>
  field == null ? null : typeof field === 'string' ? field : field.id;

/** Whether a customer who was asked for in full was deleted at the provider. */
export const isDeleted = (customer: Stripe.Checkout.Session['customer']): boolean =>
  typeof customer === 'object' && customer?.deleted === true;

/** The mailbox of a page's payer. */
export const emailOf = (session: Stripe.Checkout.Session): string =>
  session.customer_details?.email ?? session.customer_email ?? '';

/** Stripe's times are seconds since 1970. */
export const fromUnix = (seconds: number): Date => new Date(seconds * 1_000);

export const toUnix = (instant: Date): number => Math.floor(instant.getTime() / 1_000);

export const intentOf = (invoice: Stripe.Invoice): string | null => {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = idOf(payment.payment_intent);
    if (intent !== null) return intent;
  }
  return null;
};

/** When an invoice was paid, or made if it was not. */
export const dateOf = (invoice: Stripe.Invoice): Date =>
  fromUnix(invoice.status_transitions.paid_at ?? invoice.created);
