import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { matchPath } from 'react-router-dom';
import { ADMIN_SECTION_NAMES, adminSectionPath } from './admin-sections.ts';
import { PAGES } from './paths.ts';

it.each(ADMIN_SECTION_NAMES)('the page "%s" has its screen, and an address that is no other page’s', (name) => {
  expect(existsSync(new URL(`../app/routes/console/sections/${name}.tsx`, import.meta.url))).toBe(true);
  expect(matchPath(PAGES.adminSection.path, adminSectionPath(name))?.params.section).toBe(name);
  expect(Object.values(PAGES).map(({ path }) => path)).not.toContain(adminSectionPath(name));
});

it('puts what a page is about into the query', () => {
  expect(adminSectionPath('activity', { q: 'a&b' })).toBe('/admin/activity?q=a%26b');
});
