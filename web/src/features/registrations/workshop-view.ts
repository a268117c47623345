import type { WorkshopRegistration } from '@lectern/contracts/registrations/admin-model';
import { statusFilter, type ListFilter } from '../../components/console/list-view.ts';
import { WORKSHOP_STATUSES } from '../../components/console/workshop-statuses.ts';
import { REGISTERED_FILTERS } from './registered-filters.ts';
import { nameOf } from './removable.ts';

export const WORKSHOP_FILTERS: readonly ListFilter[] = [
  statusFilter(Object.entries(WORKSHOP_STATUSES).map(([value, { label }]) => ({ value, label }))),
  ...REGISTERED_FILTERS,
];

/** The badge of a sign-up: "Has a seat", or "On the waitlist: 2" for the second member on it. */
export const badgeOf = ({ status, position }: Pick<WorkshopRegistration, 'status' | 'position'>) => {
  const { tone, label } = WORKSHOP_STATUSES[status];
  return { tone, label: position === null ? label : `${label}: ${position}` };
};

/** Says whether the member of a deleted sign-up is emailed, and what happens to the seat; of several members without `row`. */
export const consequencesOf = (row?: Pick<WorkshopRegistration, 'status' | 'firstName' | 'lastName'>): string => {
  if (row === undefined)
    return 'Each member with a seat or a position on the waitlist is emailed about it, unless the workshop is over. A seat goes to the next member on the waitlist.';
  const name = nameOf(row);
  if (row.status === 'cancelled' || row.status === 'released') return `${name} is not emailed.`;
  const emailed = `${name} is emailed about it, unless the workshop is over.`;
  return row.status === 'taken' ? `${emailed} The seat goes to the next member on the waitlist.` : emailed;
};
