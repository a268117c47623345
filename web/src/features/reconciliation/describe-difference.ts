import { formatCents } from '@lectern/contracts/money';
import type { Reconciliation } from '@lectern/contracts/billing/model';
import { formatDateTime, humanize } from '../../lib/format.ts';

const SUBJECTS: Readonly<Record<string, string>> = {
  subscription: 'Membership',
  payment: 'Membership payment',
  purchase: 'Tournament or bootcamp payment',
  credit: 'Credit',
};

const FIELDS: Readonly<Record<string, string>> = {
  access: 'access to the member area',
  amountRefunded: 'amount refunded',
  isDisputed: 'disputed by the bank',
  startedAt: 'start',
  currentPeriodStart: 'start of the paid period',
  currentPeriodEnd: 'end of the paid period',
  cancelAtPeriodEnd: 'cancelled for the end of the period',
  endedAt: 'end',
  hasBegun: 'has begun',
  isStaffMade: 'created in Stripe by staff',
  isStopped: 'not renewed while the account is deactivated',
  paymentIntentId: 'payment id',
  attempts: 'attempts to charge',
  paidAt: 'time of payment',
  receiptUrl: 'receipt',
};

const AMOUNTS: readonly string[] = ['amount', 'amountRefunded'];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const shown = (field: string, value: string | null): string => {
  if (value === null) return 'nothing';
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  if (AMOUNTS.includes(field) && /^-?\d+$/.test(value)) return formatCents(Number(value));
  if (INSTANT.test(value)) return formatDateTime(value);
  return field === 'status' ? humanize(value).toLowerCase() : value;
};

/** "Membership sub_1, status: cancelled here, active in Stripe." */
export const describeDifference = ({
  subject,
  field,
  local,
  remote,
}: Pick<Reconciliation['differences'][number], 'subject' | 'field' | 'local' | 'remote'>): string => {
  const [kind = '', ...ids] = subject.split(' ');
  const named = [SUBJECTS[kind] ?? humanize(kind), ...ids].join(' ');
  return `${named}, ${FIELDS[field] ?? field}: ${shown(field, local)} here, ${shown(field, remote)} in Stripe.`;
};
