import { describe, expect, it } from 'vitest';
import { ADMIN_SECTIONS, adminSectionPath, type AdminSectionName } from './admin-sections.ts';
import { CONSOLE_AREAS, consolePlaceOf } from './console-areas.ts';
import { DASHBOARD_TABS, dashboardTabPath, type DashboardTab } from './dashboard-tabs.ts';

// A section may open with a filter.
const links = CONSOLE_AREAS.flatMap(({ pages }) => pages.map(({ to }) => to.replace(/^(\/admin\/[^?]+)\?.*/, '$1')));
const placeOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'http://localhost');
  const { area, page } = consolePlaceOf(pathname, search);
  return `${area.name} / ${page.label}`;
};

describe("the console's navigation", () => {
  it('has one place for every section and for every tab but the overview, which is the dashboard', () => {
    expect([...links].sort()).toEqual(
      [
        '/admin',
        ...(Object.keys(ADMIN_SECTIONS) as AdminSectionName[]).map((name) => adminSectionPath(name)),
        ...(Object.keys(DASHBOARD_TABS) as DashboardTab[]).filter((tab) => tab !== 'overview').map(dashboardTabPath),
      ].sort(),
    );
  });

  it.each([
    ['/admin', 'Home / Dashboard'],
    ['/admin?tab=overview', 'Home / Dashboard'],
    ['/admin?tab=unknown', 'Home / Dashboard'],
    ['/admin?tab=tournaments&q=ann', 'Tournaments / Entries'],
    ['/admin/events?edit=new', 'Tournaments / Events'],
    ['/admin/people?email=a%40example.com', 'People / All people'],
  ])('knows the place of %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });
});
