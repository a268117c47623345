import type { WorkshopStatus } from '@lectern/contracts/registrations/admin-model';

/** The badge of a sign-up for a workshop, by its status. */
export const WORKSHOP_STATUSES: Readonly<Record<WorkshopStatus, { tone: 'ok' | 'wait' | 'plain'; label: string }>> = {
  taken: { tone: 'ok', label: 'Has a seat' },
  waiting: { tone: 'wait', label: 'On the waitlist' },
  cancelled: { tone: 'plain', label: 'Cancelled by the member' },
  released: { tone: 'plain', label: 'Seat released' },
};
