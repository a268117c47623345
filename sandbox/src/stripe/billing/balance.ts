import type { StripeAccount } from '../stripe-account.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';

type Movement = StripeTables['balanceTransactions'];
type Charge = StripeTables['charges'];
type Refund = StripeTables['refunds'];
type Dispute = StripeTables['disputes'];

const DAY = 86_400;
/** Money of a charge is paid out two days later. Source: Stripe documentation, "Receive payouts", payout schedule. */
const AVAILABLE_AFTER_DAYS = 2;
/** Cents that a dispute costs, also where it is won. Source: Stripe documentation, "How disputes work", fees. */
const DISPUTE_FEE = 1_500;

/** The setting with the time of the next payout, in unix seconds. */
export const PAYOUT_DUE = 'payoutDueAt';

interface Terms {
  type: Movement['type'];
  /** Cents; what it adds to the balance before the fee. */
  amount: number;
  fee?: number;
  currency: string;
  description: string | null;
  category: string;
  source: string;
  /** Unix seconds; now where it is missing. */
  availableOn?: number;
}

/** Cents: 2.9 % and 30 cents of a card, 0.8 % and at most $5 of a bank debit. Source: stripe.com/pricing. */
export const feeOf = ({ amount, payment_method_details: details }: Charge): number =>
  details?.type === 'us_bank_account' ? Math.min(500, Math.round(amount * 0.008)) : Math.round(amount * 0.029) + 30;

const midnightAfter = (at: number, days: number): number => (Math.floor(at / DAY) + days) * DAY;

/** Stores a movement of the balance. Source: API reference, "The Balance Transaction object"; "Balance transaction types". */
const move = (account: StripeAccount, terms: Terms): Movement => {
  const { type, amount, fee = 0, currency, description, category, source } = terms;
  const movement: Movement = {
    id: stripeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: terms.availableOn ?? account.now(),
    balance_type: 'payments',
    created: account.now(),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  };
  account.add('balanceTransactions', movement);
  if (type !== 'payout') {
    account.add('settlements', { id: movement.id, payout: null });
    planPayout(account, movement);
  }
  return movement;
};

/** The money of a charge that is about to succeed: add the charge with this as its `balance_transaction`. */
export const moveCharge = (account: StripeAccount, charge: Charge): Movement => {
  const isDebit = charge.payment_method_details?.type === 'us_bank_account';
  return move(account, {
    type: isDebit ? 'payment' : 'charge',
    amount: charge.amount,
    fee: feeOf(charge),
    currency: charge.currency,
    description: charge.description,
    category: 'charge',
    source: charge.id,
    availableOn: midnightAfter(account.now(), AVAILABLE_AFTER_DAYS),
  });
};

/** The money of a refund; the fee of the charge stays. Source: Stripe documentation, "Refund and cancel payments". */
export const moveRefund = (account: StripeAccount, refund: Refund, charge: Charge): Movement => {
  return move(account, {
    type: charge.payment_method_details?.type === 'us_bank_account' ? 'payment_refund' : 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
    category: 'refund',
    source: refund.id,
  });
};

/** The money that a dispute withdraws. */
export const moveDisputed = (account: StripeAccount, dispute: Dispute): Movement => {
  return move(account, {
    type: 'adjustment',
    amount: -dispute.amount,
    fee: DISPUTE_FEE,
    currency: dispute.currency,
    description: `Chargeback withdrawal for ${String(dispute.charge)}`,
    category: 'dispute',
    source: dispute.id,
  });
};

/** The money of a dispute that was won. */
export const moveReinstated = (account: StripeAccount, dispute: Dispute): Movement => {
  return move(account, {
    type: 'adjustment',
    amount: dispute.amount,
    currency: dispute.currency,
    description: `Chargeback reversal for ${String(dispute.charge)}`,
    category: 'dispute_reversal',
    source: dispute.id,
  });
};

/** Movements that no payout has, each with whether its money is available. */
const unpaid = (account: StripeAccount): { movement: Movement; isAvailable: boolean }[] =>
  account.store.where('settlements', 'payout', null).flatMap(({ id }) => {
    const movement = account.store.get('balanceTransactions', id);
    return movement === undefined ? [] : [{ movement, isAvailable: movement.available_on <= account.now() }];
  });

/** Cents that are not paid out yet. Source: API reference, "The Balance object". */
export const balanceOf = (account: StripeAccount): { available: number; pending: number } => {
  let [available, pending] = [0, 0];
  for (const { movement, isAvailable } of unpaid(account)) {
    if (isAvailable) available += movement.net;
    else pending += movement.net;
  }
  return { available, pending };
};

/** Plans a payout at the first midnight (UTC) at which the money of a movement is available, unless one is planned before. */
const planPayout = (account: StripeAccount, { available_on: availableOn }: Movement): void => {
  const at = Math.max(midnightAfter(account.now(), 1), availableOn);
  const planned = account.store.get('settings', PAYOUT_DUE);
  if (planned === undefined || Number(planned.value) > at) account.add('settings', { id: PAYOUT_DUE, value: at });
};

/** Pays out what is available; a balance of nothing, or less, waits for more. Source: "Receive payouts", automatic payouts. */
export const payOut = (account: StripeAccount): void => {
  account.store.delete('settings', PAYOUT_DUE);
  const all = unpaid(account);
  const paid = all.filter(({ isAvailable }) => isAvailable).map(({ movement }) => movement);
  const amount = paid.reduce((sum, { net }) => sum + net, 0);
  if (amount > 0) createPayout(account, paid, amount);
  for (const { movement, isAvailable } of all) if (!isAvailable) planPayout(account, movement);
};

const createPayout = (account: StripeAccount, paid: readonly Movement[], amount: number): void => {
  const id = stripeId('po');
  const currency = paid[0]?.currency ?? 'usd';
  const movement = move(account, {
    type: 'payout',
    amount: -amount,
    currency,
    description: 'STRIPE PAYOUT',
    category: 'payout',
    source: id,
  });
  for (const each of [...paid, movement]) account.add('settlements', { id: each.id, payout: id });
  account.add(
    'payouts',
    {
      id,
      object: 'payout',
      amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: midnightAfter(account.now(), 1),
      automatic: true,
      balance_transaction: movement.id,
      created: account.now(),
      currency,
      description: 'STRIPE PAYOUT',
      destination: 'ba_sandbox',
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: 'completed',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: null,
      status: 'in_transit',
      trace_id: null,
      type: 'bank_account',
    },
    'payout.created',
  );
};

/** The bank has received a payout. */
export const arrive = (account: StripeAccount, payout: StripeTables['payouts']): void => {
  account.change('payouts', payout, { status: 'paid' }, 'payout.paid');
};

/**
 * Gives the charges, refunds and disputes of a state that was kept before there were movements theirs, each at its own time. Changes nothing
 * where all have them.
 */
export const moveOlder = (account: StripeAccount): void => {
  const { store, clock } = account;
  const older: { at: number; record: () => void }[] = [];
  for (const charge of store.all('charges'))
    if (charge.status === 'succeeded' && charge.balance_transaction === null)
      older.push({
        at: charge.created,
        record: () => account.change('charges', charge, { balance_transaction: moveCharge(account, charge).id }),
      });
  for (const refund of store.all('refunds'))
    if (refund.balance_transaction === null)
      older.push({
        at: refund.created,
        record: () => {
          const charge = account.find('charges', refund.charge ?? '');
          account.change('refunds', refund, { balance_transaction: moveRefund(account, refund, charge).id });
        },
      });
  for (const dispute of store.all('disputes'))
    if (dispute.balance_transactions.length === 0)
      older.push({
        at: dispute.created,
        record: () =>
          account.change('disputes', dispute, {
            balance_transactions: [
              moveDisputed(account, dispute),
              ...(dispute.status === 'won' ? [moveReinstated(account, dispute)] : []),
            ],
          }),
      });
  older.sort((one, other) => one.at - other.at);
  if (older.length > 0)
    account.during({ id: null, idempotency_key: null }, () => {
      for (const { at, record } of older) clock.at(at, record);
    });
};
