import type { PaidProduct, PaymentKind } from '@lectern/contracts/billing/listed-payment';
import type { MonthlyStatement, StatementDifference } from '@lectern/contracts/billing/statement';
import { dateIn } from '@lectern/contracts/zoned-time';

const KINDS: Readonly<Record<PaymentKind, string>> = {
  charge: 'Charges',
  refund: 'Refunds',
  dispute: 'Disputes',
  adjustment: 'Fees and adjustments',
  payout: 'Payouts to the bank',
  offline: 'Offline payments',
};
const PRODUCTS: Readonly<Record<PaidProduct, string>> = {
  membership_monthly: 'Monthly membership',
  membership_annual: 'Annual membership',
  bootcamp: 'Bootcamp',
  tournament: 'Tournament',
  other: 'Not from this site',
};
const DIFFERENCES: Readonly<Record<StatementDifference['name'], string>> = {
  pending: 'Not charged yet: payments that a bank has still to make',
  recorded: 'Not through Stripe: checks, cash and transfers that staff recorded',
  undone: 'Not through Stripe: such payments that were undone',
  offline: 'Not charged: invoices that were marked as paid',
  credit: 'Not charged: credit given to members',
  missing: 'Paid, and not in the ledger yet',
  differing: 'Charges less payments that members see, where they differ',
  unlinked: 'In the ledger, and not from this site',
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** The rows of a statement as a file, headings first. The amounts of "Balance" rows after the first are its sum up to there. */
export const statementRows = (statement: MonthlyStatement): (string | null)[][] => {
  const { month, timeZone, opening, closing, settling, lines, differences, payouts, isComplete } = statement;
  const row = (section: string, item: string, ...cells: (string | null)[]): (string | null)[] => [
    ...[month, section, item],
    ...Array.from({ length: 6 }, (_, at) => cells[at] ?? null),
  ];
  const balance = (item: string, cents: number): (string | null)[] =>
    row('Balance', item, null, null, null, null, dollars(cents));
  return [
    ['Month', 'Section', 'Item', 'Product', 'Count', 'Amount', 'Fee', 'Net', 'Date'],
    balance('Opening balance', opening),
    ...lines.map(({ kind, product, count, amount, fee, net }) =>
      row(
        'Movements',
        KINDS[kind],
        kind === 'payout' || kind === 'adjustment' ? null : PRODUCTS[product],
        String(count),
        dollars(amount),
        dollars(fee),
        dollars(net),
      ),
    ),
    balance(isComplete ? 'Closing balance' : 'Balance so far', closing),
    balance('Charges that cannot be paid out yet', settling),
    ...differences.map(({ name, count, amount }) =>
      // Movements from elsewhere are charges and fees alike.
      row(
        'Differences',
        DIFFERENCES[name],
        null,
        String(count),
        ...(name === 'unlinked' ? [null, null] : []),
        dollars(amount),
      ),
    ),
    ...payouts.map(({ payoutId, description, createdAt, amount, fee, contents }) =>
      row(
        'Payouts',
        payoutId ?? description ?? 'Payout',
        null,
        contents === null ? null : String(contents.count),
        dollars(amount),
        dollars(fee),
        dollars(amount - fee),
        dateIn(timeZone, new Date(createdAt)),
      ),
    ),
  ];
};
