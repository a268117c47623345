import type { TimelineKind } from '@lectern/contracts/person-timeline';

/** What the parts of a timeline are called. */
export const KIND_LABELS: Record<TimelineKind, string> = {
  account: 'Account',
  membership: 'Membership',
  payments: 'Payments',
  registrations: 'Registrations',
  mail: 'Mail',
  newsletter: 'Newsletter',
  administration: 'Administration',
};
