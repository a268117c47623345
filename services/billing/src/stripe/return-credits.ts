import type { StripeClient } from './stripe-client.ts';

/** The amount that an invoice took from its customer's balance. */
export interface UsedCredit {
  readonly invoiceId: string;
  /** Cents; negative, as credit is at the provider. Positive where a small debt was left on the balance. */
  readonly amount: number;
}

/** On the entry that returns credit: the invoice that had used it. */
export const RETURNED_OF = 'lectern_returned_of';

/**
 * Returns to a customer's balance the amounts that invoices which buy nothing took from it, once for each invoice. Runs under the
 * customer's lock, and only after checking whether the entry exists already: the provider's idempotency keys last a day.
 */
export const returnCredits = async (
  { api }: Pick<StripeClient, 'api'>,
  customerId: string,
  credits: readonly UsedCredit[],
): Promise<void> => {
  if (credits.length === 0) return;
  const entries = await api.customers
    .listBalanceTransactions(customerId, { limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const returned = new Set(entries.map(({ metadata }) => metadata?.[RETURNED_OF]));
  for (const { invoiceId, amount } of credits) {
    if (returned.has(invoiceId)) continue;
    await api.customers.createBalanceTransaction(
      customerId,
      {
        amount,
        currency: 'usd',
        description: 'Credit returned: the membership that it paid for was refused',
        metadata: { [RETURNED_OF]: invoiceId },
      },
      { idempotencyKey: `credit-returned-${invoiceId}` },
    );
  }
};
