import type { NextCharge } from '@lectern/contracts/billing/credit';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import { formatCents } from '@lectern/contracts/money';

/** "$65.00 ($95.00 less $30.00 of credit)" */
export const chargeWords = ({ price, discount, credit, amount }: NextCharge): string => {
  const parts = [
    ...(discount > 0 ? [`less ${formatCents(discount)} of discount`] : []),
    ...(credit > 0 ? [`less ${formatCents(credit)} of credit`] : []),
    ...(credit < 0 ? [`and ${formatCents(-credit)} that are open`] : []),
  ];
  return `${formatCents(amount)} (${formatCents(price)} ${parts.join(', ')})`;
};

/** The sentence about the credit that a switch leaves. */
export const creditWords = ({
  plan,
  price,
  creditLeft,
}: Pick<PlanSwitchQuote, 'plan' | 'price' | 'creditLeft'>): string => {
  const period = plan === 'monthly' ? 'month' : 'year';
  const whole = Math.floor(creditLeft / price);
  const rest = creditLeft % price;
  const credit = `${formatCents(creditLeft)} of credit stays on your account`;
  if (whole === 0) return `${credit}. It reduces your next payment to ${formatCents(price - rest)}.`;
  const paid = whole === 1 ? `your next ${period}` : `your next ${whole} ${period}s`;
  return `${credit}. It pays ${paid} in full${rest === 0 ? '' : ` and ${formatCents(rest)} of the one after`}.`;
};
