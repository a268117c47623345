import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { matchPath } from 'react-router-dom';
import { ADMIN_SECTIONS, adminSectionPath, isAdminSection } from './admin-sections.ts';
import { PAGES } from './paths.ts';

const NAMES = Object.keys(ADMIN_SECTIONS).filter(isAdminSection);

it.each(NAMES)('the page "%s" has its screen, and an address that is no other page’s', (name) => {
  expect(existsSync(new URL(`../app/routes/admin/sections/${name}.tsx`, import.meta.url))).toBe(true);
  expect(matchPath(PAGES.adminSection.path, adminSectionPath(name))?.params.section).toBe(name);
  expect(Object.values(PAGES).map(({ path }) => path)).not.toContain(adminSectionPath(name));
});

it('knows no page by a name that every object has', () => {
  expect(isAdminSection('constructor')).toBe(false);
});

it('puts what a page is about into the query', () => {
  expect(adminSectionPath('activity', { q: 'a&b' })).toBe('/admin/activity?q=a%26b');
});
