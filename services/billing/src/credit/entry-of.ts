import { creditChange, type CreditKind } from '@lectern/contracts/billing/credit';
import type Stripe from 'stripe';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import { RETURNED_OF } from '../stripe/return-credits.ts';
import type { CreditEntry } from './credit-entry.entity.ts';

/*
 * The provider's entries on a customer's balance as entries of our ledger. Pure.
 */

/** Metadata of the entries of a referral: its credit, and `granted` or `returned`. */
export const CREDIT_OF = 'lectern_credit';
export const CREDIT_KIND = 'lectern_kind';

/** Metadata of the entry of a change that staff asked for: its id and its kind. */
export const CHANGE = 'lectern_change';
export const CHANGE_KIND = 'lectern_change_kind';
/** Metadata of the entry that reverts one: the change. */
export const UNDONE = 'lectern_undone';

const kindOfChange = creditChange.shape.kind;

/** Metadata of the entry that adds moved credit: the customer that it comes from. */
export const MOVED_FROM = 'lectern_moved_from';
/** Metadata of the entry that removes moved credit there: the entry that added it. */
export const MOVED_BY = 'lectern_moved_by';

type Remote = Pick<Stripe.CustomerBalanceTransaction, 'amount' | 'type' | 'metadata'>;

/** The provider counts credit as a negative balance. */
const kindOf = ({ amount, type, metadata }: Remote): CreditKind => {
  const of = metadata ?? {};
  if (of[MOVED_FROM] !== undefined || of[MOVED_BY] !== undefined) return 'moved';
  if (of[CHANGE] !== undefined) return kindOfChange.safeParse(of[CHANGE_KIND]).data ?? 'other';
  if (of[CREDIT_OF] !== undefined) return of[CREDIT_KIND] === 'granted' ? 'referral' : 'withdrawn';
  if (of[UNDONE] !== undefined || of[RETURNED_OF] !== undefined || type === 'unapplied_from_invoice') return 'returned';
  if (type === 'applied_to_invoice') return amount > 0 ? 'dues' : 'switch';
  // A sum too small to charge, which the next invoice collects.
  if (type === 'invoice_too_small') return 'dues';
  return 'other';
};

export const entryOf = (
  customerId: string,
  remote: Stripe.CustomerBalanceTransaction,
): Omit<CreditEntry, 'customer'> => ({
  ...{ id: remote.id, customerId, kind: kindOf(remote), amount: -remote.amount },
  invoiceId: idOf(remote.invoice) ?? remote.metadata?.[RETURNED_OF] ?? null,
  changeId: remote.metadata?.[CHANGE] ?? remote.metadata?.[UNDONE] ?? null,
  createdAt: fromUnix(remote.created),
});
