import type { WorkshopRegistration, WorkshopStatus } from '@lectern/contracts/registrations/admin-model';
import { statusFilter, type ListFilter } from '../../components/console/list-view.ts';
import { REGISTERED_FILTERS } from './registered-filters.ts';

/** The badge of a sign-up, by its status. */
const STATUSES: Readonly<Record<WorkshopStatus, { tone: 'ok' | 'wait' | 'plain'; label: string }>> = {
  taken: { tone: 'ok', label: 'Has a seat' },
  waiting: { tone: 'wait', label: 'On the waitlist' },
  cancelled: { tone: 'plain', label: 'Cancelled by the member' },
  released: { tone: 'plain', label: 'Seat released' },
};

export const WORKSHOP_FILTERS: readonly ListFilter[] = [
  statusFilter(Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))),
  ...REGISTERED_FILTERS,
];

/** The badge of a sign-up: "Has a seat", or "On the waitlist: 2" for the second member on it. */
export const badgeOf = ({ status, position }: Pick<WorkshopRegistration, 'status' | 'position'>) => {
  const { tone, label } = STATUSES[status];
  return { tone, label: position === null ? label : `${label}: ${position}` };
};

/** Says whether the member of a deleted sign-up is emailed, and what happens to the seat; of several members without `row`. */
export const consequencesOf = (row?: Pick<WorkshopRegistration, 'status' | 'firstName' | 'lastName'>): string => {
  if (row === undefined)
    return 'Each member with a seat or a position on the waitlist is emailed about it, unless the workshop is over. A seat goes to the next member on the waitlist.';
  const name = `${row.firstName} ${row.lastName}`;
  if (row.status === 'cancelled' || row.status === 'released') return `${name} is not emailed.`;
  const emailed = `${name} is emailed about it, unless the workshop is over.`;
  return row.status === 'taken' ? `${emailed} The seat goes to the next member on the waitlist.` : emailed;
};
