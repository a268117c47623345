import type { Tone } from '../../components/ui/badge.tsx';

interface Label {
  text: string;
  tone: Tone;
}

const SUBSCRIPTION: Record<string, Label> = {
  active: { text: 'Active', tone: 'ok' },
  cancelled: { text: 'Cancelled', tone: 'stop' },
  past_due: { text: 'Past Due', tone: 'wait' },
  paused: { text: 'Paused', tone: 'wait' },
};

/** The status badge of the subscription (specification, section 2): anything unknown is Inactive. */
export const subscriptionLabel = (status: string): Label =>
  Object.hasOwn(SUBSCRIPTION, status) ? SUBSCRIPTION[status]! : { text: 'Inactive', tone: 'plain' };

const PAYMENT: Record<string, Label> = {
  succeeded: { text: 'Paid', tone: 'ok' },
  pending: { text: 'Pending', tone: 'wait' },
  refunded: { text: 'Refunded', tone: 'plain' },
  disputed: { text: 'Disputed', tone: 'wait' },
};

/** The label of a payment: Failed for anything that is none of these. */
export const paymentLabel = (status: string): Label =>
  Object.hasOwn(PAYMENT, status) ? PAYMENT[status]! : { text: 'Failed', tone: 'stop' };

/** "Monthly" for a month; anything else is shown as Annual. */
export const intervalName = (interval: string): string => (interval === 'month' ? 'Monthly' : 'Annual');

/** The purpose of a payment. Single payments have the title of their event and no interval. */
export const paymentName = (interval: string | null, title: string | null): string =>
  title ?? (interval === null ? 'Membership' : `${intervalName(interval)} membership`);
