import { adminSectionPath } from '../../config/admin-sections.ts';
import { CONSOLE_AREAS } from '../../config/console-areas.ts';
import { dashboardTabPath } from '../../config/dashboard-tabs.ts';

export interface Destination {
  readonly label: string;
  readonly to: string;
}

/** The pages of the console, as its navigation names them. */
export const PAGES: readonly Destination[] = CONSOLE_AREAS.flatMap(({ name, pages }) =>
  pages.map(({ label, to }) => ({ label: label === name ? name : `${name}: ${label}`, to })),
);

export const ACTIONS: readonly Destination[] = [
  { label: 'Create an event', to: adminSectionPath('events', { edit: 'new' }) },
  { label: 'Copy a quarter of events', to: adminSectionPath('events', { copy: 'quarter' }) },
  { label: 'Write an article', to: adminSectionPath('articles', { edit: 'new' }) },
  { label: 'Write a campaign', to: dashboardTabPath('messaging') },
  { label: 'Create a promo code', to: dashboardTabPath('promo-codes') },
  { label: 'Import a CSV file', to: adminSectionPath('import') },
  { label: 'Invite an administrator', to: adminSectionPath('administrators') },
];

/** The destinations whose label has every word of the text, in any case and order. */
export const matching = (destinations: readonly Destination[], text: string): readonly Destination[] => {
  const words = text.toLowerCase().split(/\s+/);
  return destinations.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
};
