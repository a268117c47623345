import { betterRefunds } from '@lectern/contracts/registrations/refund-policy';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import type { Event } from './event.entity.ts';

interface Paid {
  readonly paymentStatus: string;
  /** Cents. */
  readonly paymentAmount: number | null;
  /** At its payment. */
  readonly refundSteps: RefundSteps;
}

/**
 * The part of its payment that a withdrawal from a registration gives back, by date: the steps of its event, and no less than those at its payment. Undefined where
 * nothing was paid, or is given back.
 */
export const refundsOf = (
  event: Pick<Event, 'refundSteps'>,
  { paymentStatus, paymentAmount, refundSteps }: Paid,
): RefundSteps[number][] | undefined => {
  if (paymentStatus !== 'paid' || (paymentAmount ?? 0) === 0) return undefined;
  const steps = betterRefunds(event.refundSteps, refundSteps);
  return steps.length === 0 ? undefined : [...steps];
};
