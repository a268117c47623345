import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { announcementReader, announcements, announcementState, isFor } from './announcement.ts';

const NOON = '2026-12-01T12:00:00.000Z';
const ONE = '2026-12-01T13:00:00.000Z';
const announcement = {
  title: 'A title',
  text: 'A text.',
  link: '',
  linkText: '',
  audience: 'everyone',
  from: null,
  until: null,
};
const complaints = (difference: object): object => {
  const parsed = announcements.safeParse({ announcements: [{ ...announcement, ...difference }] });
  return parsed.success ? {} : fieldErrors(parsed.error);
};

describe('an announcement', () => {
  it.each([
    ['everyone', ['inactive_member', 'active_member', 'annual_member']],
    ['active_members', ['active_member', 'annual_member']],
    ['annual_members', ['annual_member']],
    ['without_membership', ['inactive_member']],
  ] as const)('for %s reaches %j', (audience, readers) => {
    expect(announcementReader.def.entries).toEqual({
      inactive_member: 'inactive_member',
      active_member: 'active_member',
      annual_member: 'annual_member',
    });
    expect(Object.values(announcementReader.def.entries).filter((reader) => isFor(reader, { audience }))).toEqual(
      readers,
    );
  });

  it('is shown from its first instant on, and no longer at its last', () => {
    const at = (instant: string) => announcementState({ from: NOON, until: ONE }, Date.parse(instant));
    expect(at('2026-12-01T11:59:59.999Z')).toBe('ahead');
    expect(at(NOON)).toBe('shown');
    expect(at('2026-12-01T12:59:59.999Z')).toBe('shown');
    expect(at(ONE)).toBe('over');
    expect(announcementState({ from: null, until: null }, Date.parse(NOON))).toBe('shown');
  });

  it('links to a path of this site or to an https URL', () => {
    const link = (address: string) => complaints({ link: address, linkText: 'Open' });
    for (const address of [
      '/recordings',
      '/member/resources?tab=schedules#top',
      'https://example.org/a?b=c@d',
      '/apiary',
    ])
      expect(link(address)).toEqual({});
    for (const address of [
      'recordings',
      '//evil.example',
      '/\\evil.example',
      'http://example.org',
      'https:example.org',
      'javascript:alert(1)',
      'https://exa mple.org',
      '/a b',
      'https://user@evil.example',
      'https://lectern.test@evil.example/',
      'https://:secret@evil.example',
      '/api/auth/logout',
      '/API',
      '/recordings/../api/site',
    ])
      expect(link(address)).toEqual({
        'announcements.0.link': 'Enter a path of this site, such as /recordings, or a URL that begins with https://',
      });
  });

  it('has words for its link, and ends after it begins', () => {
    expect(complaints({ link: '/recordings' })).toEqual({ 'announcements.0.linkText': 'Enter the link text' });
    expect(complaints({ linkText: 'Open' })).toEqual({});
    expect(complaints({ from: NOON, until: ONE })).toEqual({});
    for (const until of [NOON, '2026-12-01T11:00:00.000Z'])
      expect(complaints({ from: NOON, until })).toEqual({ 'announcements.0.until': 'Until must be later than From' });
    expect(complaints({ from: '' })).toEqual({ 'announcements.0.from': 'Enter a day and a time, or leave both blank' });
  });
});
