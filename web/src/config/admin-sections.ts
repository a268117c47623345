import type { Permission } from '@lectern/contracts/identity/permission';
import { PAGES } from './paths.ts';

/** A page of the administrators' beside the dashboard. */
export interface AdminSection {
  readonly title: string;
  /** The purpose of the page in a sentence, for its description. */
  readonly purpose: string;
  /** The permission that the page requires; `own` for one about the own account. */
  readonly permission: Permission | 'own';
}

/**
 * Every page of the administrators' beside the dashboard, by the last part of its address. The console's navigation links them,
 * the build writes them to `pages.json`, and each has its screen in `app/routes/console/sections/`.
 */
export const ADMIN_SECTIONS = {
  payments: {
    title: 'Payments',
    purpose: 'All charges, refunds, disputes and fees, as the payment provider has them, with their sums.',
    permission: 'payments:read',
  },
  statement: {
    title: 'Monthly statement',
    purpose:
      'The balance at the payment provider by month, with its payouts and every difference from what the site sold.',
    permission: 'payments:read',
  },
  reconciliation: {
    title: 'Reconciliation',
    purpose: 'What the nightly comparison with the payment provider found and corrected.',
    permission: 'payments:read',
  },
  analytics: { title: 'Analytics', purpose: 'Members and revenue, month by month.', permission: 'people:read' },
  people: {
    title: 'People',
    purpose: 'All people, by account, membership, tag or event, each with payments, registrations and emails.',
    permission: 'people:read',
  },
  events: {
    title: 'Events',
    purpose: 'Create and edit tournaments, bootcamp runs and workshops, close registration, copy a quarter.',
    permission: 'console:read',
  },
  bootcamp: {
    title: 'Bootcamp',
    purpose: 'Bootcamp registrations, the waitlist and payments. The bootcamp runs are under Events.',
    permission: 'people:read',
  },
  workshops: {
    title: 'Workshops',
    purpose: 'Sign-ups of annual members for workshops, and the waitlist. The workshops are under Events.',
    permission: 'people:read',
  },
  inbox: {
    title: 'Inbox',
    purpose: 'Messages of visitors and members: assign, answer and close them.',
    permission: 'inbox:write',
  },
  'canned-replies': {
    title: 'Canned replies',
    purpose: 'Texts that staff insert into replies: add, change and delete them.',
    permission: 'inbox:write',
  },
  campaign: {
    title: 'Campaigns',
    purpose: 'Emails that staff write to a list: edit, schedule and send them, and see their results.',
    permission: 'console:read',
  },
  articles: {
    title: 'Articles',
    purpose: 'Write, preview, publish and unpublish articles.',
    permission: 'console:read',
  },
  testimonials: {
    title: 'Testimonials',
    purpose: 'Add testimonials, and choose which ones the site shows.',
    permission: 'console:read',
  },
  'site-texts': {
    title: 'Site texts',
    purpose: 'Change the questions, the team and other texts of the site, and restore earlier versions.',
    permission: 'content:write',
  },
  documents: {
    title: 'Documents',
    purpose: 'Replace the documents of members, change their titles, and restore earlier versions.',
    permission: 'content:write',
  },
  recordings: {
    title: 'Recordings',
    purpose: 'Rename session recordings, or hide them from members.',
    permission: 'console:read',
  },
  import: {
    title: 'Import',
    purpose: 'Add debate club registrations or newsletter subscribers from a CSV file.',
    permission: 'people:write',
  },
  queues: { title: 'Queues', purpose: 'Background jobs: what is waiting and what failed.', permission: 'system:read' },
  profile: {
    title: 'Profile',
    purpose: 'Change the name, logo, colors, addresses, links and time zone of the association.',
    permission: 'console:read',
  },
  'meeting-links': {
    title: 'Meeting links',
    purpose: 'Change the links to where active members meet.',
    permission: 'content:write',
  },
  'cancellation-offer': {
    title: 'Cancellation offer',
    purpose: 'What members are offered when they cancel: nothing, a pause, or a discount for three months.',
    permission: 'memberships:write',
  },
  administrators: {
    title: 'Administrators',
    purpose: 'Invite administrators, choose their roles, and deactivate their accounts.',
    permission: 'staff:read',
  },
  security: {
    title: 'Security',
    purpose: 'Your own login: second factor, passkeys, password, and where you are logged in.',
    permission: 'own',
  },
  activity: {
    title: 'Activity',
    purpose: 'Every action of an administrator, with its time and origin.',
    permission: 'staff:read',
  },
} as const satisfies Record<string, AdminSection>;

export type AdminSectionName = keyof typeof ADMIN_SECTIONS;

export const ADMIN_SECTION_NAMES = Object.keys(ADMIN_SECTIONS) as AdminSectionName[];

/** The address of such a page; what it is about (a person, an event) goes into the query. */
export const adminSectionPath = (section: AdminSectionName, query: Readonly<Record<string, string>> = {}): string => {
  const params = new URLSearchParams(query).toString();
  return `${PAGES.adminSection.path.replace(':section', section)}${params === '' ? '' : `?${params}`}`;
};
