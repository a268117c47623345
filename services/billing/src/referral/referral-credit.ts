import type Stripe from 'stripe';
import { idOf } from '../stripe/expandable.ts';
import { RETURNED_OF } from '../stripe/return-credits.ts';

/*
 * The states of a referral's credit and the transitions between them. Pure.
 */

/**
 * `due`: owed, not yet at the provider. `granted`: on the balance. `return_due`: the payment was refunded, and the unspent part is to be
 * withdrawn, if it was granted at all: a process that granted it may have died before it recorded that. `returned`: withdrawn; amounts that
 * invoices return later are withdrawn too. `dropped`: it was never granted, or its owner is erased.
 */
export type CreditStatus = 'due' | 'granted' | 'return_due' | 'returned' | 'dropped';

/**
 * `lost`: the provider deleted the customer that had it. `forgone`: its owner deleted their account. `came-back`: an invoice that had used
 * it returned it.
 */
export type CreditTurn = 'granted' | 'lost' | 'refunded' | 'returned' | 'came-back' | 'found-ungranted' | 'forgone';

/** All transitions. */
export const CREDIT_TRANSITIONS: Readonly<Record<CreditStatus, Readonly<Partial<Record<CreditTurn, CreditStatus>>>>> = {
  due: { granted: 'granted', refunded: 'return_due', forgone: 'dropped' },
  granted: { refunded: 'return_due', lost: 'due' },
  return_due: { returned: 'returned', 'found-ungranted': 'dropped', forgone: 'dropped' },
  returned: { 'came-back': 'return_due' },
  dropped: {},
};

/** Metadata of the entry that withdraws a credit which an invoice returned: the invoice. */
export const TAKEN_OF = 'lectern_taken_of';

type Entry = Pick<Stripe.CustomerBalanceTransaction, 'amount' | 'type' | 'invoice' | 'metadata'>;

const isReturnOf = ({ type, invoice, metadata }: Entry, invoiceId: string): boolean =>
  metadata?.[RETURNED_OF] === invoiceId || (type === 'unapplied_from_invoice' && idOf(invoice) === invoiceId);

/** Cents of credit that an invoice returned to the balance, less those that were withdrawn since. */
export const creditReturnedFrom = (invoiceId: string, entries: readonly Entry[]): number =>
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

/** Cents of a credit that can be withdrawn: the part that the balance still holds. Stripe's balances are negative for credit. */
export const unspentOf = (amount: number, balance: number): number => Math.max(0, Math.min(amount, -balance));
