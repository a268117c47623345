import { lazy, type ComponentType } from 'react';
import type { AdminSectionName } from '../../../config/admin-sections.ts';

/** The screens of the console, each in its own chunk. */
const LOADERS: Record<AdminSectionName, () => Promise<{ default: ComponentType }>> = {
  payments: () => import('./sections/payments.tsx'),
  statement: () => import('./sections/statement.tsx'),
  reconciliation: () => import('./sections/reconciliation.tsx'),
  analytics: () => import('./sections/analytics.tsx'),
  people: () => import('./sections/people.tsx'),
  bootcamp: () => import('./sections/bootcamp.tsx'),
  workshops: () => import('./sections/workshops.tsx'),
  events: () => import('./sections/events.tsx'),
  inbox: () => import('./sections/inbox.tsx'),
  'canned-replies': () => import('./sections/canned-replies.tsx'),
  campaign: () => import('./sections/campaign.tsx'),
  articles: () => import('./sections/articles.tsx'),
  testimonials: () => import('./sections/testimonials.tsx'),
  'site-texts': () => import('./sections/site-texts.tsx'),
  documents: () => import('./sections/documents.tsx'),
  recordings: () => import('./sections/recordings.tsx'),
  import: () => import('./sections/import.tsx'),
  queues: () => import('./sections/queues.tsx'),
  profile: () => import('./sections/profile.tsx'),
  'meeting-links': () => import('./sections/meeting-links.tsx'),
  'cancellation-offer': () => import('./sections/cancellation-offer.tsx'),
  administrators: () => import('./sections/administrators.tsx'),
  security: () => import('./sections/security.tsx'),
  activity: () => import('./sections/activity.tsx'),
};

export const SCREENS = Object.fromEntries(
  Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]),
) as unknown as Record<AdminSectionName, ComponentType>;

/** Loads every screen, before one of them is opened. One that cannot be loaded now is loaded when it is opened. */
export const loadScreens = (): void => {
  for (const load of Object.values(LOADERS)) load().catch(() => undefined);
};
