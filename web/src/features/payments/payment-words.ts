import type { ListedPayment, PaidProduct, PaymentKind } from '@lectern/contracts/billing/listed-payment';
import type { Tone } from '../../components/ui/badge.tsx';
import { humanize } from '../../lib/format.ts';

/** A kind as a row has it, and as a filter names all of it. */
export const KIND_WORDS: Readonly<
  Record<PaymentKind, { readonly one: string; readonly all: string; readonly tone: Tone }>
> = {
  charge: { one: 'Charge', all: 'Charges', tone: 'ok' },
  refund: { one: 'Refund', all: 'Refunds', tone: 'wait' },
  dispute: { one: 'Dispute', all: 'Disputes', tone: 'stop' },
  adjustment: { one: 'Fee or adjustment', all: 'Fees and adjustments', tone: 'plain' },
  payout: { one: 'Payout', all: 'Payouts to the bank', tone: 'plain' },
  offline: { one: 'Offline payment', all: 'Offline payments', tone: 'ok' },
};

/** The kind of a movement in words: what undoes an offline payment is of the same kind. */
export const kindOf = ({ kind, amount }: Pick<ListedPayment, 'kind' | 'amount'>): string =>
  kind === 'offline' && amount < 0 ? 'Offline payment undone' : KIND_WORDS[kind].one;

export const PRODUCT_WORDS: Readonly<Record<PaidProduct, string>> = {
  membership_monthly: 'Monthly membership',
  membership_annual: 'Annual membership',
  bootcamp: 'Bootcamp',
  tournament: 'Tournament',
  other: 'Not from this site',
};

/** The event or the plan; for money that is of no person, Stripe’s own words. */
export const purposeOf = ({ kind, title, product, description }: ListedPayment): string =>
  kind === 'adjustment' || kind === 'payout' ? (description ?? '—') : (title ?? PRODUCT_WORDS[product]);

const METHODS: Readonly<Record<string, string>> = { us_bank_account: 'Bank debit', amex: 'American Express' };

/** "Visa 4242", "Bank debit 6789". */
export const methodOf = ({ method, last4 }: ListedPayment): string =>
  method === null ? '—' : `${METHODS[method] ?? humanize(method)}${last4 === null ? '' : ` ${last4}`}`;

/** Longer ago, the ledger is no longer up to date: it is read every two minutes. */
const STALE_MS = 15 * 60_000;

/** Whether the last reading is so long ago that payments may be missing; both by the server’s clock. */
export const isOutdated = (readAt: string, asOf: string): boolean => Date.parse(asOf) - Date.parse(readAt) > STALE_MS;
