import type { StaffAccess } from '@lectern/contracts/identity/permission';
import { ADMIN_SECTIONS, adminSectionPath, type AdminSectionName } from './admin-sections.ts';
import { dashboardTabPath, TAB_PERMISSIONS, type DashboardTab } from './dashboard-tabs.ts';
import { pathTo } from './paths.ts';

export interface ConsolePage {
  readonly label: string;
  readonly to: string;
  readonly permission: StaffAccess;
}

export type ConsoleAreaName =
  | 'Home'
  | 'People'
  | 'Membership'
  | 'Tournaments'
  | 'Bootcamps'
  | 'Inbox'
  | 'Email'
  | 'Content'
  | 'Payments'
  | 'Analytics'
  | 'Settings'
  | 'System';

export interface ConsoleArea {
  readonly name: ConsoleAreaName;
  /** The first one opens with the area. */
  readonly pages: readonly [ConsolePage, ...ConsolePage[]];
}

const section = (name: AdminSectionName, label: string = ADMIN_SECTIONS[name].title): ConsolePage => ({
  label,
  to: adminSectionPath(name),
  permission: ADMIN_SECTIONS[name].permission,
});
const tab = (name: DashboardTab, label: string): ConsolePage => ({
  label,
  to: dashboardTabPath(name),
  permission: TAB_PERMISSIONS[name],
});

/** The console's navigation. Every section and every tab of the dashboard has one place in it. */
export const CONSOLE_AREAS: readonly ConsoleArea[] = [
  { name: 'Home', pages: [{ label: 'Dashboard', to: pathTo('admin'), permission: 'console:read' }] },
  { name: 'People', pages: [section('people', 'All people'), section('import')] },
  {
    name: 'Membership',
    pages: [tab('debate-club', 'Debate club'), section('workshops'), tab('promo-codes', 'Promo codes')],
  },
  {
    name: 'Tournaments',
    pages: [
      tab('tournaments', 'Entries'),
      { ...section('events'), to: adminSectionPath('events', { status: 'coming' }) },
    ],
  },
  { name: 'Bootcamps', pages: [section('bootcamp', 'Registrations')] },
  { name: 'Inbox', pages: [section('inbox', 'Conversations'), section('canned-replies')] },
  { name: 'Email', pages: [section('campaign'), tab('messaging', 'New campaign'), tab('newsletter', 'Subscribers')] },
  {
    name: 'Content',
    pages: [
      section('articles'),
      section('site-texts'),
      section('documents'),
      section('testimonials'),
      section('recordings'),
    ],
  },
  { name: 'Payments', pages: [section('payments', 'All payments'), section('statement'), section('reconciliation')] },
  { name: 'Analytics', pages: [section('analytics')] },
  {
    name: 'Settings',
    pages: [
      section('profile'),
      section('meeting-links'),
      section('cancellation-offer'),
      section('administrators'),
      section('security'),
    ],
  },
  { name: 'System', pages: [section('queues'), section('activity')] },
];

/** The areas with the pages that an administrator may open; an area without any is left out. */
export const consoleAreasFor = (may: (access: StaffAccess) => boolean): readonly ConsoleArea[] =>
  CONSOLE_AREAS.flatMap((area) => {
    const [first, ...others] = area.pages.filter(({ permission }) => may(permission));
    return first === undefined ? [] : [{ ...area, pages: [first, ...others] as const }];
  });

export interface ConsolePlace {
  readonly area: ConsoleArea;
  readonly page: ConsolePage;
}

const isAt = (page: ConsolePage, pathname: string, tabOf: string | null): boolean => {
  const { pathname: own, searchParams } = new URL(page.to, 'http://localhost');
  return own === pathname && searchParams.get('tab') === tabOf;
};

/** The place of an address in the navigation; the dashboard for any that has none, which is its overview. */
export const consolePlaceOf = (pathname: string, search: string): ConsolePlace => {
  const tabOf = new URLSearchParams(search).get('tab');
  for (const area of CONSOLE_AREAS)
    for (const page of area.pages) if (isAt(page, pathname, tabOf)) return { area, page };
  const home = CONSOLE_AREAS[0]!;
  return { area: home, page: home.pages[0] };
};
