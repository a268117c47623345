import type { StaffAccess } from '@lectern/contracts/identity/permission';
import { adminSectionPath } from '../../config/admin-sections.ts';
import { CONSOLE_AREAS } from '../../config/console-areas.ts';
import { dashboardTabPath } from '../../config/dashboard-tabs.ts';

export interface Destination {
  readonly label: string;
  readonly to: string;
  readonly permission: StaffAccess;
}

/** The pages of the console, as its navigation names them. */
export const PAGES: readonly Destination[] = CONSOLE_AREAS.flatMap(({ name, pages }) =>
  pages.map(({ label, ...page }) => ({ ...page, label: label === name ? name : `${name}: ${label}` })),
);

export const ACTIONS: readonly Destination[] = [
  { label: 'Create an event', to: adminSectionPath('events', { edit: 'new' }), permission: 'events:write' },
  {
    label: 'Copy a quarter of events',
    to: adminSectionPath('events', { copy: 'quarter' }),
    permission: 'events:write',
  },
  { label: 'Write an article', to: adminSectionPath('articles', { edit: 'new' }), permission: 'content:write' },
  {
    label: 'Skip or move the weekly session',
    to: adminSectionPath('site-texts', { edit: 'weeklySession' }),
    permission: 'content:write',
  },
  { label: 'Replace a document', to: adminSectionPath('documents'), permission: 'content:write' },
  { label: 'Write a campaign', to: dashboardTabPath('messaging'), permission: 'email:write' },
  { label: 'Create a promo code', to: dashboardTabPath('promo-codes'), permission: 'promo-codes:write' },
  { label: 'Import a CSV file', to: adminSectionPath('import'), permission: 'people:write' },
  { label: 'Invite an administrator', to: adminSectionPath('administrators'), permission: 'staff:write' },
];

/** The destinations that an administrator may open, whose label has every word of the text, in any case and order. */
export const matching = (
  destinations: readonly Destination[],
  text: string,
  may: (access: StaffAccess) => boolean,
): readonly Destination[] => {
  const words = text.toLowerCase().split(/\s+/);
  return destinations.filter(
    ({ label, permission }) => may(permission) && words.every((word) => label.toLowerCase().includes(word)),
  );
};
