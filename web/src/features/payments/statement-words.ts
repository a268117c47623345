import {
  PAID_PRODUCTS,
  PAYMENT_KINDS,
  type PaidProduct,
  type PaymentKind,
} from '@lectern/contracts/billing/listed-payment';
import type {
  MonthlyStatement,
  StatementDifference,
  StatementLine,
  StatementPayout,
} from '@lectern/contracts/billing/statement';
import { formatCents } from '@lectern/contracts/money';
import { formatCount, formatMonth } from '../../lib/format.ts';
import { KIND_WORDS } from './payment-words.ts';

const middleOf = (month: string): string => `${month}-15T12:00:00.000Z`;

/** "November 2026". */
export const monthName = (month: string): string => formatMonth(middleOf(month));

/** The first and the last day of a month, for the filters of the list. */
export const daysOf = (month: string): { madeFrom: string; madeUntil: string } => {
  const last = new Date(`${month}-01T00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { madeFrom: `${month}-01`, madeUntil: last.toISOString().slice(0, 10) };
};

const sum = (lines: readonly StatementLine[], of: 'count' | 'amount' | 'fee' | 'net'): number =>
  lines.reduce((total, line) => total + line[of], 0);

/** A row of the statement: `kind` where the list shows its movements. */
export interface StatementRow {
  readonly label: string;
  readonly kind?: PaymentKind;
  readonly count: number | null;
  readonly cents: number;
  readonly isBalance?: boolean;
}

/** Opening balance, each kind, the fees, closing balance: the last is the sum of the others. */
export const rowsOf = ({ opening, closing, lines, isComplete }: MonthlyStatement): StatementRow[] => {
  const kinds = PAYMENT_KINDS.flatMap((kind): StatementRow[] => {
    const ofKind = lines.filter((line) => line.kind === kind);
    return ofKind.length === 0
      ? []
      : [{ label: KIND_WORDS[kind].all, kind, count: sum(ofKind, 'count'), cents: sum(ofKind, 'amount') }];
  });
  const fees = sum(lines, 'fee');
  const payouts = kinds.filter(({ kind }) => kind === 'payout');
  return [
    { label: 'Opening balance', count: null, cents: opening, isBalance: true },
    ...kinds.filter(({ kind }) => kind !== 'payout'),
    ...(fees === 0 ? [] : [{ label: 'Stripe’s fees', count: null, cents: -fees }]),
    ...payouts,
    { label: isComplete ? 'Closing balance' : 'Balance so far', count: null, cents: closing, isBalance: true },
  ];
};

/** The income of a product; `net` is the rest less `fees`. */
export interface ProductRow {
  readonly product: PaidProduct;
  readonly charged: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly fees: number;
  readonly net: number;
}

/** The movements of sales by product. Adjustments and payouts are of none. */
export const productsOf = (lines: readonly StatementLine[]): ProductRow[] =>
  PAID_PRODUCTS.flatMap((product) => {
    const sales = lines.filter(
      (line) => line.product === product && line.kind !== 'adjustment' && line.kind !== 'payout',
    );
    const of = (kind: PaymentKind): number =>
      sum(
        sales.filter((line) => line.kind === kind),
        'amount',
      );
    return sales.length === 0
      ? []
      : [
          {
            product,
            charged: of('charge'),
            refunded: of('refund'),
            disputed: of('dispute'),
            fees: sum(sales, 'fee'),
            net: sum(sales, 'net'),
          },
        ];
  });

/** The movements of a payout and whether they add up to it, or the reason why that is not shown. */
export const contentsInWords = ({ amount, fee, contents }: StatementPayout): string => {
  if (amount < 0) return 'Returned by the bank';
  if (contents === null) return 'Not known: read shortly, or paid out manually';
  const difference = amount + fee - contents.net;
  const movements = `${formatCount(contents.count)} ${contents.count === 1 ? 'movement' : 'movements'}`;
  return difference === 0
    ? `${movements}, adding up to it`
    : `${movements}, ${formatCents(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'} than it`;
};

/** Each difference in words: its name, and why the two do not agree. */
export const DIFFERENCE_WORDS: Readonly<
  Record<StatementDifference['name'], { readonly name: string; readonly why: string }>
> = {
  pending: {
    name: 'Not charged yet',
    why: 'Payments that a bank or a card has still to make. They are in the ledger once they succeed.',
  },
  recorded: {
    name: 'Offline payments',
    why: 'Checks, cash and transfers that staff recorded, by the day on which they were received. Their money never was in this balance.',
  },
  undone: {
    name: 'Offline payments undone',
    why: 'Recorded payments that staff undid in this month, such as a check that bounced.',
  },
  offline: {
    name: 'Invoices paid outside Stripe',
    why: 'Invoices that were marked as paid at Stripe without a charge, such as for a check. Their money never was in this balance.',
  },
  credit: {
    name: 'Credit given',
    why: 'Referral credit on members’ accounts at Stripe. It makes later charges smaller, and is no money in this balance.',
  },
  missing: {
    name: 'Paid, and not in the ledger yet',
    why: 'Payments that members see whose charge was not read yet. If they stay, ask the operator of this site.',
  },
  differing: {
    name: 'Charged another amount',
    why: 'Charges whose amount differs from the payment that the member sees. Start a sync to correct the payment.',
  },
  unlinked: {
    name: 'Not from this site',
    why: 'Charges, refunds and disputes of sales that were made at Stripe by other means, after their fees.',
  },
};
