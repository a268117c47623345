import type { Permission } from '@lectern/contracts/identity/permission';
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

/** The permission that each tab requires. */
export const TAB_PERMISSIONS: Readonly<Record<DashboardTab, Permission>> = {
  overview: 'console:read',
  'debate-club': 'people:read',
  tournaments: 'people:read',
  newsletter: 'people:read',
  messaging: 'email:write',
  'promo-codes': 'console:read',
};

export type DashboardTab = keyof typeof DASHBOARD_TABS;

export const dashboardTabPath = (tab: DashboardTab): string => pathTo('admin', { tab });
