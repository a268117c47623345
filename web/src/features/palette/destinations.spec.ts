import { describe, expect, it } from 'vitest';
import { roleMay } from '@lectern/contracts/identity/permission';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { SITE_TEXTS } from '@lectern/contracts/content/site-text';
import { ACTIONS, matching, PAGES } from './destinations.ts';

const labels = (text: string, role: StaffRole = 'owner'): string[] =>
  matching([...PAGES, ...ACTIONS], text, (access) => roleMay(role, access)).map(({ label }) => label);

describe('the destinations of the palette', () => {
  it('have a label of their own each', () => {
    const all = [...PAGES, ...ACTIONS].map(({ label }) => label);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are found by words in any case and order, and all of them by no word', () => {
    expect(labels('EVENT create')).toEqual(['Create an event']);
    expect(labels('tourn ev')).toEqual(['Tournaments: Events']);
    expect(labels('no such page')).toEqual([]);
    expect(labels('')).toHaveLength(PAGES.length + ACTIONS.length);
  });

  it('are found by other words too', () => {
    expect(labels('skip sunday', 'editor')).toEqual(['Skip or move the weekly session']);
    expect(labels('faq', 'editor')).toEqual(['Change the questions on the home page']);
    expect(labels('zoom')).toEqual(['Settings: Meeting links']);
    for (const word of ['topic', 'team', 'announcement']) expect(labels(word, 'editor')).toHaveLength(1);
  });

  it('name texts that exist', () => {
    const edited = ACTIONS.map(({ to }) => new URLSearchParams(to.split('?')[1]).get('edit')).filter(
      (key) => key !== null && key !== 'new',
    );
    expect(edited.length).toBeGreaterThan(0);
    for (const key of edited) expect(SITE_TEXTS).toHaveProperty(key!);
  });

  it('are those that the role may open', () => {
    expect(labels('create', 'director')).toEqual(['Create an event']);
    expect(labels('', 'editor').filter((label) => /People|Payments|Invite|Import/.test(label))).toEqual([]);
    expect(labels('settings', 'viewer')).toEqual(['Settings: Profile', 'Settings: Security']);
  });
});
