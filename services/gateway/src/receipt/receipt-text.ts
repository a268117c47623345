import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import type { PaidProduct } from '@lectern/contracts/billing/listed-payment';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import { formatCents } from '@lectern/contracts/money';

/* The words and sums of a receipt. Pure. */

type Issuer = Pick<
  AssociationProfile,
  'name' | 'fullName' | 'postalAddress' | 'taxNumber' | 'billingEmail' | 'timeZone' | 'color'
>;

export interface ReceiptText {
  readonly title: string;
  readonly issuer: readonly string[];
  readonly details: readonly (readonly [label: string, value: string])[];
  readonly payer: readonly string[];
  readonly item: { readonly name: string; readonly note: string | null; readonly amount: string };
  readonly sums: readonly { readonly label: string; readonly amount: string; readonly isTotal: boolean }[];
  readonly closing: string;
}

const PRODUCTS: Readonly<Record<PaidProduct, string>> = {
  membership_monthly: 'Monthly membership',
  membership_annual: 'Annual membership',
  bootcamp: 'Bootcamp',
  tournament: 'Tournament entry',
  other: 'Membership',
};

const wordOf = (method: string): string => {
  const words = method.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const methodOf = ({ method, last4 }: Receipt): string | null => {
  if (method === null) return null;
  const word = method === 'us_bank_account' ? 'Bank account' : wordOf(method);
  return last4 === null ? word : `${word} ending in ${last4}`;
};

const noteOf = (receipt: Receipt, day: (instant: string) => string): string | null => {
  const { product, period, title, beginsAt } = receipt;
  if (title !== null) return beginsAt === null ? PRODUCTS[product] : `${PRODUCTS[product]}, begins on ${day(beginsAt)}`;
  return period === null ? null : `${day(period.from)} – ${day(period.until)}`;
};

/** The text of a receipt, with the days of the association. A sum of nothing is left out. */
export const receiptText = (receipt: Receipt, issuer: Issuer): ReceiptText => {
  const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: issuer.timeZone });
  const day = (instant: string): string => days.format(new Date(instant));
  const { number, paidAt, payer, product, title, price, unused, discount, credit, paid, refunded, isUndone } = receipt;
  const method = methodOf(receipt);
  const less = (label: string, cents: number) =>
    cents === 0 ? [] : [{ label, amount: `−${formatCents(cents)}`, isTotal: false }];
  return {
    title: receipt.isUndone ? 'Receipt (void)' : 'Receipt',
    issuer: [
      issuer.fullName,
      ...(issuer.postalAddress === null ? [] : [issuer.postalAddress]),
      ...(issuer.taxNumber === null ? [] : [`Tax ID ${issuer.taxNumber}`]),
      issuer.billingEmail,
    ],
    details: [
      ['Number', number],
      ['Paid on', day(paidAt)],
      ...(method === null ? [] : [['Paid with', method] as const]),
    ],
    payer: payer === null ? ['Name erased'] : [...(payer.name === null ? [] : [payer.name]), payer.email],
    item: { name: title ?? PRODUCTS[product], note: noteOf(receipt, day), amount: formatCents(price) },
    sums: [
      ...less('Unused time of the former plan', unused),
      ...less('Promo code', discount),
      ...less('Credit used', Math.max(credit, 0)),
      ...(credit < 0 ? [{ label: 'Added to your credit', amount: formatCents(-credit), isTotal: false }] : []),
      { label: isUndone ? 'Recorded as paid' : 'Paid', amount: formatCents(paid), isTotal: !isUndone },
      ...less(isUndone ? 'Not received, or returned' : 'Refunded', refunded),
      ...(refunded === 0
        ? []
        : [
            {
              label: isUndone ? 'Paid' : 'Paid after refunds',
              amount: formatCents(paid - refunded),
              isTotal: true,
            },
          ]),
    ],
    closing: `Amounts are in US dollars. Questions: ${issuer.billingEmail}.`,
  };
};
