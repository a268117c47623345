import { PAGES } from './paths.ts';

/** A page of the administrators' beside the dashboard. */
export interface AdminSection {
  readonly title: string;
  /** The purpose of the page in a sentence, for its description. */
  readonly purpose: string;
}

/**
 * Every page of the administrators' beside the dashboard, by the last part of its address. The console's navigation links them,
 * the build writes them to `pages.json`, and each has its screen in `app/routes/console/sections/`.
 */
export const ADMIN_SECTIONS = {
  analytics: { title: 'Analytics', purpose: 'Members and revenue, month by month.' },
  people: { title: 'People', purpose: 'Find a person with their account, payments, registrations and emails.' },
  events: {
    title: 'Events',
    purpose: 'Create and edit tournaments and bootcamp runs, close registration, copy a quarter.',
  },
  bootcamp: {
    title: 'Bootcamp',
    purpose: 'Bootcamp registrations, the waitlist and payments. The bootcamp runs are under Events.',
  },
  campaign: {
    title: 'Campaigns',
    purpose: 'Emails that staff write to a list: edit, schedule and send them, and see their results.',
  },
  articles: { title: 'Articles', purpose: 'Write, preview, publish and unpublish articles.' },
  testimonials: { title: 'Testimonials', purpose: 'Add testimonials, and choose which ones the site shows.' },
  recordings: { title: 'Recordings', purpose: 'Rename session recordings, or hide them from members.' },
  import: { title: 'Import', purpose: 'Add debate club registrations or newsletter subscribers from a CSV file.' },
  queues: { title: 'Queues', purpose: 'Background jobs: what is waiting and what failed.' },
  administrators: { title: 'Administrators', purpose: 'Invite administrators, and deactivate their accounts.' },
  security: {
    title: 'Security',
    purpose: 'Your own login: second factor, passkeys, password, and where you are logged in.',
  },
  activity: { title: 'Activity', purpose: 'Every action of an administrator, with its time and origin.' },
} as const satisfies Record<string, AdminSection>;

export type AdminSectionName = keyof typeof ADMIN_SECTIONS;

export const ADMIN_SECTION_NAMES = Object.keys(ADMIN_SECTIONS) as AdminSectionName[];

/** The address of such a page; what it is about (a person, an event) goes into the query. */
export const adminSectionPath = (section: AdminSectionName, query: Readonly<Record<string, string>> = {}): string => {
  const params = new URLSearchParams(query).toString();
  return `${PAGES.adminSection.path.replace(':section', section)}${params === '' ? '' : `?${params}`}`;
};
