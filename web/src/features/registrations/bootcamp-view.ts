import {
  BOOTCAMP_STATUS_WORDS,
  type BootcampRegistration,
  type BootcampStatus,
} from '@lectern/contracts/registrations/admin-model';
import { formatCents } from '@lectern/contracts/money';
import { statusFilter, type ListFilter } from '../../components/console/list-view.ts';
import { keptPaymentWords } from '../../components/console/payment-words.ts';
import { REGISTERED_FILTERS } from './registered-filters.ts';

/** The badge of a registration, by its status. */
export const TONES: Readonly<Record<BootcampStatus, 'ok' | 'wait' | 'stop' | 'plain'>> = {
  paid: 'ok',
  held: 'wait',
  offered: 'wait',
  waiting: 'wait',
  released: 'plain',
  refunded: 'stop',
};

export const BOOTCAMP_FILTERS: readonly ListFilter[] = [
  statusFilter(Object.entries(BOOTCAMP_STATUS_WORDS).map(([value, label]) => ({ value, label }))),
  ...REGISTERED_FILTERS,
];

/** The status as text: "Paid", or "On the waitlist: 2" for the second registration on the waitlist. */
export const statusLabel = ({ status, position }: Pick<BootcampRegistration, 'status' | 'position'>): string =>
  position === null ? BOOTCAMP_STATUS_WORDS[status] : `${BOOTCAMP_STATUS_WORDS[status]}: ${position}`;

/** The amount that is paid or due, as text; the word alone for staff who may not see amounts. */
export const paymentOf = ({
  status,
  paymentStatus,
  paymentAmount,
}: Pick<BootcampRegistration, 'status' | 'paymentStatus' | 'paymentAmount'>): string => {
  switch (paymentStatus) {
    case 'paid':
      return paymentAmount === null ? 'Paid' : `${formatCents(paymentAmount)} paid`;
    case 'refunded':
      return 'Refunded';
    default:
      return status === 'released' || paymentAmount === null ? 'Not paid' : `${formatCents(paymentAmount)} due`;
  }
};

/** Says whether the person of a deleted registration is emailed, and what happens to the seat; of several people without `row`. */
export const consequencesOf = (row?: Pick<BootcampRegistration, 'status' | 'firstName' | 'lastName'>): string => {
  if (row === undefined)
    return 'Each person is emailed about it if they are on the waitlist or have a seat that is paid or offered, unless the bootcamp is over. A seat goes to the next person on the waitlist.';
  const { status, firstName, lastName } = row;
  const name = `${firstName} ${lastName}`;
  const email =
    status === 'held'
      ? `${name} is not emailed, unless the seat was offered from the waitlist.`
      : status === 'released' || status === 'refunded'
        ? `${name} is not emailed.`
        : `${name} is emailed about it, unless the bootcamp is over.`;
  return ['paid', 'held', 'offered'].includes(status)
    ? `${email} The seat goes to the next person on the waitlist.`
    : email;
};

/** Explains what deleting a registration does to its payment and to the tournament entry that it includes. */
export const aftermathOf = ({
  paymentStatus,
  paymentAmount,
}: Pick<BootcampRegistration, 'paymentStatus' | 'paymentAmount'>): string =>
  `${keptPaymentWords(paymentStatus, paymentAmount ?? 0)}${paymentStatus === 'paid' && (paymentAmount ?? 0) > 0 ? ' The tournament entry that it includes stays valid until you refund.' : ''}`;
