import type Stripe from 'stripe';
import type { PaymentKind } from '@lectern/contracts/billing/listed-payment';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import type { BalanceTransaction } from './balance-transaction.entity.ts';

/** The kinds of the provider's types; all other types are adjustments. https://docs.stripe.com/reports/balance-transaction-types */
const KINDS: Readonly<Record<string, PaymentKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
};

/** The provider lists the money of a dispute as an adjustment, or under a name of its own. */
const DISPUTES = new Set(['dispute', 'dispute_reversal']);

export const kindOf = ({
  type,
  reporting_category: category,
}: Pick<Stripe.BalanceTransaction, 'type' | 'reporting_category'>) =>
  DISPUTES.has(category) ? ('dispute' as const) : (KINDS[type] ?? ('adjustment' as const));

type Source = Pick<BalanceTransaction, 'chargeId' | 'paymentIntentId' | 'customerId' | 'method' | 'last4'>;

const NOTHING: Source = { chargeId: null, paymentIntentId: null, customerId: null, method: null, last4: null };

/** The fields that come from the source of a movement, which is expanded. */
const sourceOf = ({ source }: Stripe.BalanceTransaction): Source => {
  if (source === null || typeof source === 'string') return NOTHING;
  switch (source.object) {
    case 'charge': {
      const details = source.payment_method_details;
      return {
        chargeId: source.id,
        paymentIntentId: idOf(source.payment_intent),
        customerId: idOf(source.customer),
        method: details?.card?.brand ?? details?.type ?? null,
        last4: details?.card?.last4 ?? details?.us_bank_account?.last4 ?? null,
      };
    }
    case 'refund':
    case 'dispute':
      return { ...NOTHING, chargeId: idOf(source.charge), paymentIntentId: idOf(source.payment_intent) };
    default:
      return NOTHING;
  }
};

/** The copy of a movement whose source is expanded. Its invoice or purchase is not known yet. */
export const movementOf = (
  transaction: Stripe.BalanceTransaction,
): Omit<BalanceTransaction, 'purchase' | 'invoiceId' | 'purchaseId' | 'product' | 'payoutId'> => {
  const kind = kindOf(transaction);
  return {
    id: transaction.id,
    kind,
    type: transaction.type,
    amount: transaction.amount,
    fee: transaction.fee,
    net: transaction.net,
    currency: transaction.currency,
    createdAt: fromUnix(transaction.created),
    availableOn: fromUnix(transaction.available_on),
    // That of a charge or a refund may name a person.
    description: kind === 'adjustment' || kind === 'payout' ? transaction.description : null,
    sourceId: idOf(transaction.source),
    ...sourceOf(transaction),
  };
};
