import { WORKSHOP_STATUS_WORDS, type WorkshopStatus } from '@lectern/contracts/registrations/admin-model';

/** The badge of a sign-up for a workshop, by its status. */
export const WORKSHOP_STATUSES: Readonly<Record<WorkshopStatus, { tone: 'ok' | 'wait' | 'plain'; label: string }>> = {
  taken: { tone: 'ok', label: WORKSHOP_STATUS_WORDS.taken },
  waiting: { tone: 'wait', label: WORKSHOP_STATUS_WORDS.waiting },
  cancelled: { tone: 'plain', label: WORKSHOP_STATUS_WORDS.cancelled },
  released: { tone: 'plain', label: WORKSHOP_STATUS_WORDS.released },
};
