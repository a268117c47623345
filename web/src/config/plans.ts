import type { Plan } from '@lectern/contracts/fields';
import { type Cents, formatCents, formatCentsShort } from '@lectern/contracts/money';
import { ANNUAL, ANNUAL_PER_MONTH, ANNUAL_SAVING, MONTHLY, TWELVE_MONTHS } from './offers.ts';

interface PlanDetails {
  name: string;
  cents: Cents;
  /** "month" in "$95 per month". */
  per: 'month' | 'year';
  /** The promise beside the price. */
  assurance: string;
}

export const PLANS: Record<Plan, PlanDetails> = {
  monthly: { name: 'Monthly', cents: MONTHLY, per: 'month', assurance: 'Cancel anytime.' },
  annual: { name: 'Annual', cents: ANNUAL, per: 'year', assurance: '30-day money-back guarantee.' },
};

export const savings = {
  saving: formatCentsShort(ANNUAL_SAVING),
  insteadOf: formatCentsShort(TWELVE_MONTHS),
  perMonth: formatCents(ANNUAL_PER_MONTH),
} as const;

/** The plan that an address or a stored value names; monthly when it names none. */
export const parsePlan = (value: string | null | undefined): Plan => (value === 'annual' ? 'annual' : 'monthly');
