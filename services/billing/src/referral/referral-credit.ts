/*
 * How a referral's credit moves. Pure.
 */

/**
 * `due`: owed, not yet at the provider. `granted`: on the balance. `return_due`: the payment was refunded, and what is unspent
 * is to be taken back, if it was granted at all: whoever granted it may have died before writing that down. `returned`: that
 * was done. `dropped`: it turned out that it never was granted, or nobody is left who could have it.
 */
export type CreditStatus = 'due' | 'granted' | 'return_due' | 'returned' | 'dropped';

/** `forgone`: whose it is deleted their account. */
export type CreditTurn = 'granted' | 'refunded' | 'returned' | 'found-ungranted' | 'forgone';

/** Every move there is. */
export const CREDIT_MOVES: Readonly<Record<CreditStatus, Readonly<Partial<Record<CreditTurn, CreditStatus>>>>> = {
  due: { granted: 'granted', refunded: 'return_due', forgone: 'dropped' },
  granted: { refunded: 'return_due' },
  return_due: { returned: 'returned', 'found-ungranted': 'dropped', forgone: 'dropped' },
  returned: {},
  dropped: {},
};

/** Cents of a credit that can be taken back: what the balance still holds of it. Stripe's balances are negative for credit. */
export const unspentOf = (amount: number, balance: number): number => Math.max(0, Math.min(amount, -balance));
