import type { StaffAccess } from '@lectern/contracts/identity/permission';
import { adminSectionPath } from '../../config/admin-sections.ts';
import { CONSOLE_AREAS } from '../../config/console-areas.ts';
import { dashboardTabPath } from '../../config/dashboard-tabs.ts';

export interface Destination {
  readonly label: string;
  readonly to: string;
  readonly permission: StaffAccess;
  /** Other words by which people look for it. */
  readonly also?: string;
}

const text = (edit: string, label: string, also: string): Destination => ({
  ...{ label, also },
  to: adminSectionPath('site-texts', { edit }),
  permission: 'content:write',
});

/** Other words for pages, by their label. */
const ALSO: Readonly<Record<string, string>> = {
  'Settings: Meeting links': 'zoom discord chat',
  'Settings: Profile': 'name logo colors time zone address social',
  'Settings: Administrators': 'staff roles helper permissions',
  'Content: Site texts': 'pages headings words',
  'System: Activity': 'history log',
};

/** The pages of the console, as its navigation names them. */
export const PAGES: readonly Destination[] = CONSOLE_AREAS.flatMap(({ name, pages }) =>
  pages.map(({ label: own, ...page }) => {
    const label = own === name ? name : `${name}: ${own}`;
    return { ...page, label, ...(ALSO[label] !== undefined && { also: ALSO[label] }) };
  }),
);

export const ACTIONS: readonly Destination[] = [
  { label: 'Create an event', to: adminSectionPath('events', { edit: 'new' }), permission: 'events:write' },
  {
    label: 'Copy a quarter of events',
    to: adminSectionPath('events', { copy: 'quarter' }),
    permission: 'events:write',
  },
  { label: 'Write an article', to: adminSectionPath('articles', { edit: 'new' }), permission: 'content:write' },
  text('weeklySession', 'Skip or move the weekly session', 'sunday schedule day'),
  text('officeHours', 'Change the office hours', 'slots schedule'),
  text('bootcamp', 'Change the bootcamp times', 'schedule sunday'),
  text('announcements', 'Announce something to members', 'announcements dashboard notice'),
  text('practiceTopics', 'Change the practice topics', ''),
  text('homeQuestions', 'Change the questions on the home page', 'faq answers'),
  text('team', 'Change the team', 'people about'),
  { label: 'Replace a document', to: adminSectionPath('documents'), permission: 'content:write' },
  { label: 'Write a campaign', to: dashboardTabPath('messaging'), permission: 'email:write' },
  { label: 'Create a promo code', to: dashboardTabPath('promo-codes'), permission: 'promo-codes:write' },
  { label: 'Import a CSV file', to: adminSectionPath('import'), permission: 'people:write' },
  { label: 'Invite an administrator', to: adminSectionPath('administrators'), permission: 'staff:write' },
];

/** The destinations that an administrator may open, which have every word of the text, in any case and order. */
export const matching = (
  destinations: readonly Destination[],
  typed: string,
  may: (access: StaffAccess) => boolean,
): readonly Destination[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return destinations.filter(
    ({ label, also = '', permission }) =>
      may(permission) && words.every((word) => `${label} ${also}`.toLowerCase().includes(word)),
  );
};
