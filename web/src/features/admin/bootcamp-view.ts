import type { BootcampRegistration, BootcampStatus } from '@lectern/contracts/registrations/admin-model';
import { formatCents } from '@lectern/contracts/money';
import { NO_FILTER, type StatusFilter } from './list-view.ts';
import { keptPaymentWords } from './payment-words.ts';

/** The badge of a registration, by its status. */
export const STATUSES: Readonly<Record<BootcampStatus, { tone: 'ok' | 'wait' | 'stop' | 'plain'; label: string }>> = {
  paid: { tone: 'ok', label: 'Paid' },
  held: { tone: 'wait', label: 'Awaiting payment' },
  offered: { tone: 'wait', label: 'Seat offered' },
  waiting: { tone: 'wait', label: 'On the waitlist' },
  released: { tone: 'plain', label: 'Seat released' },
  refunded: { tone: 'stop', label: 'Refunded' },
};

export const BOOTCAMP_FILTERS: readonly StatusFilter[] = [
  NO_FILTER,
  ...Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
];

/** The status as text: "Paid", or "On the waitlist: 2" for the second registration on the waitlist. */
export const statusLabel = ({ status, position }: Pick<BootcampRegistration, 'status' | 'position'>): string =>
  position === null ? STATUSES[status].label : `${STATUSES[status].label}: ${position}`;

/** The amount that is paid or due, as text. */
export const paymentOf = ({
  status,
  paymentStatus,
  paymentAmount,
}: Pick<BootcampRegistration, 'status' | 'paymentStatus' | 'paymentAmount'>): string => {
  switch (paymentStatus) {
    case 'paid':
      return `${formatCents(paymentAmount)} paid`;
    case 'refunded':
      return 'Refunded';
    default:
      return status === 'released' ? 'Not paid' : `${formatCents(paymentAmount)} due`;
  }
};

/** Explains what deleting a registration does to its payment and to the tournament entry that it includes. */
export const aftermathOf = ({
  paymentStatus,
  paymentAmount,
}: Pick<BootcampRegistration, 'paymentStatus' | 'paymentAmount'>): string =>
  `${keptPaymentWords(paymentStatus, paymentAmount)}${paymentStatus === 'paid' && paymentAmount > 0 ? ' The tournament entry that it includes stays valid until you refund.' : ''}`;
