import { formatCents } from '@lectern/contracts/money';

/** Says how to return money. Not every administrator may. */
export const HOW_TO_REFUND =
  'To return money, the treasurer, or a manager or owner, opens the payment under Payments, and refunds it or undoes what was recorded.';

/** Says what a refund does to a membership (decisions, "Membership and payments"). */
export const MEMBERSHIP_REFUND =
  'A full refund of the current period also ends the membership immediately. A partial refund does not.';

/** Says what deleting a registration does to its payment: nothing. `amount` is in cents. */
export const keptPaymentWords = (paymentStatus: string, amount: number): string =>
  paymentStatus === 'paid' && amount > 0
    ? `Deleting it refunds nothing of the payment of ${formatCents(amount)}. ${HOW_TO_REFUND}`
    : paymentStatus === 'paid'
      ? 'It cost nothing, so there is nothing to refund.'
      : paymentStatus === 'refunded'
        ? 'Its payment has already been refunded.'
        : 'It is not paid yet. Its payment link stops working, and a payment that arrives after you delete is refunded automatically. If the person may have paid in the last minutes, reload the page first: a payment that has already arrived is not refunded.';

/** The same about several registrations, of which some may have cost nothing. Amounts are in cents. */
export const keptPaymentsWords = (amounts: readonly number[]): string => {
  const paid = amounts.filter((amount) => amount > 0);
  if (paid.length === 0)
    return 'None of them has a payment to refund. Their payment links stop working, and a payment that arrives after you delete is refunded automatically. If one of these people may have paid in the last minutes, reload the page first: a payment that has already arrived is not refunded.';
  const sum = formatCents(paid.reduce((total, amount) => total + amount, 0));
  return `${paid.length === 1 ? `One of them has a payment, ${sum}.` : `${paid.length} of them have payments, ${sum} in total.`} Deleting them does not refund any payment. ${HOW_TO_REFUND}`;
};
