import { pathTo } from './paths.ts';

/** The six tabs of the dashboard (specification, section 2, "Admin dashboard"), by their name in the address. */
export const DASHBOARD_TABS = {
  overview: 'Overview',
  'debate-club': 'Debate Club',
  tournaments: 'Tournaments',
  newsletter: 'Newsletter',
  messaging: 'Messaging',
  'promo-codes': 'Promo Codes',
} as const;

export type DashboardTab = keyof typeof DASHBOARD_TABS;

export const dashboardTabPath = (tab: DashboardTab): string => pathTo('admin', { tab });
