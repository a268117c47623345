import { formatCents } from '@lectern/contracts/money';

/** Says what a refund in Stripe does to a membership (decisions, "Membership and payments"). */
export const MEMBERSHIP_REFUND =
  'A full refund of the current period in Stripe also ends the membership immediately. A partial refund does not.';

/** Says what deleting a registration does to its payment: nothing. `amount` is in cents. */
export const keptPaymentWords = (paymentStatus: string, amount: number): string =>
  paymentStatus === 'paid' && amount > 0
    ? `Deleting it does not refund the payment of ${formatCents(amount)}. To return the money, refund it in your Stripe dashboard.`
    : paymentStatus === 'paid'
      ? 'It cost nothing, so there is nothing to refund.'
      : paymentStatus === 'refunded'
        ? 'Its payment has already been refunded.'
        : 'It had not been paid when this list was loaded. Deleting it does not refund a payment made since then. Its payment link stops working, and a payment that still arrives is refunded automatically.';

/** The same about several registrations, of which some may have cost nothing. Amounts are in cents. */
export const keptPaymentsWords = (amounts: readonly number[]): string => {
  const paid = amounts.filter((amount) => amount > 0);
  if (paid.length === 0)
    return 'None of them had a payment to refund when this list was loaded. Deleting them does not refund a payment made since then. Their payment links stop working, and a payment that still arrives is refunded automatically.';
  const sum = formatCents(paid.reduce((total, amount) => total + amount, 0));
  return `${paid.length === 1 ? `One of them has a payment, ${sum}.` : `${paid.length} of them have payments, ${sum} in total.`} Deleting them does not refund any payment. To return the money, refund each payment in your Stripe dashboard.`;
};
