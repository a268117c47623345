import type Stripe from 'stripe';
import { idOf } from '../stripe/expandable.ts';
import { RETURNED_OF } from '../stripe/return-credits.ts';

/*
 * How a referral's credit moves. Pure.
 */

/**
 * `due`: owed, not yet at the provider. `granted`: on the balance. `return_due`: the payment was refunded, and what is unspent
 * is to be taken back, if it was granted at all: whoever granted it may have died before writing that down. `returned`: that
 * was done; what invoices give back later of the rest is taken too. `dropped`: it turned out that it never was granted, or nobody is left who could have it.
 */
export type CreditStatus = 'due' | 'granted' | 'return_due' | 'returned' | 'dropped';

/** `lost`: the provider deleted the customer that had it. `forgone`: whose it is deleted their account. `came-back`: an invoice that had used it returned it. */
export type CreditTurn = 'granted' | 'lost' | 'refunded' | 'returned' | 'came-back' | 'found-ungranted' | 'forgone';

/** Every move there is. */
export const CREDIT_TRANSITIONS: Readonly<Record<CreditStatus, Readonly<Partial<Record<CreditTurn, CreditStatus>>>>> = {
  due: { granted: 'granted', refunded: 'return_due', forgone: 'dropped' },
  granted: { refunded: 'return_due', lost: 'due' },
  return_due: { returned: 'returned', 'found-ungranted': 'dropped', forgone: 'dropped' },
  returned: { 'came-back': 'return_due' },
  dropped: {},
};

/** On the entry that takes a credit back from what an invoice returned: the invoice. */
export const TAKEN_OF = 'lectern_taken_of';

type Entry = Pick<Stripe.CustomerBalanceTransaction, 'amount' | 'type' | 'invoice' | 'metadata'>;

const isReturnOf = ({ type, invoice, metadata }: Entry, invoiceId: string): boolean =>
  metadata?.[RETURNED_OF] === invoiceId || (type === 'unapplied_from_invoice' && idOf(invoice) === invoiceId);

/** Cents of credit that an invoice returned to the balance, less those that were taken from them. */
export const cameBackFrom = (invoiceId: string, entries: readonly Entry[]): number =>
  entries
    .filter((entry) => isReturnOf(entry, invoiceId) || entry.metadata?.[TAKEN_OF] === invoiceId)
    .reduce((sum, { amount }) => sum - amount, 0);

/** The invoices that used credit by now, and had not returned it before. */
export const invoicesSpentOn = (now: readonly Entry[], before: readonly Entry[]): string[] => [
  ...new Set(
    now
      .flatMap(({ type, amount, invoice }) =>
        type === 'applied_to_invoice' && amount > 0 ? (idOf(invoice) ?? []) : [],
      )
      .filter((invoiceId) => !before.some((entry) => isReturnOf(entry, invoiceId))),
  ),
];

/** Cents of a credit that can be taken back: what the balance still holds of it. Stripe's balances are negative for credit. */
export const unspentOf = (amount: number, balance: number): number => Math.max(0, Math.min(amount, -balance));
