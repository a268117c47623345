import type { TimelineKind } from '@lectern/contracts/person-timeline';

/** The labels of the kinds of timeline items. */
export const KIND_LABELS: Record<TimelineKind, string> = {
  account: 'Account',
  membership: 'Membership',
  payments: 'Payments',
  registrations: 'Registrations',
  mail: 'Emails',
  newsletter: 'Newsletter',
  administration: 'Administration',
};
