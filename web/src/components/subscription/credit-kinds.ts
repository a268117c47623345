import type { CreditKind } from '@lectern/contracts/billing/credit';

/** The reasons of credit entries, as their history names them. */
export const CREDIT_KINDS: Readonly<Record<CreditKind, string>> = {
  referral: 'Referral credit',
  goodwill: 'Given by the association',
  refund: 'Refund as credit',
  switch: 'Rest of a paid period, from a switch of plan',
  dues: 'Used for the membership',
  returned: 'Returned: what it paid for was refused or not paid',
  withdrawn: 'Withdrawn',
  moved: 'Moved',
  other: 'Changed by the association',
};

/** Signs both ways: "+$50.00", "−$95.00". */
export const signedDollars = (cents: number, format: (cents: number) => string): string =>
  `${cents < 0 ? '−' : '+'}${format(Math.abs(cents))}`;
