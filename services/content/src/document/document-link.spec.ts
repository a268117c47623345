import { describe, expect, it } from 'vitest';
import { LINK_SECONDS, linkTo, isValidLink, refusalOfMember } from './document-link.ts';

const SECRET = '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10';
const NOW = new Date('2025-10-01T12:00:00.750Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

describe('a link to a members’ document', () => {
  const link = linkTo(SECRET, 'guide', NOW);

  it('opens it for five minutes and not a second longer', () => {
    expect(LINK_SECONDS).toBe(300);
    expect(isValidLink([SECRET], 'guide', link, NOW)).toBe(true);
    expect(isValidLink([SECRET], 'guide', link, after(299))).toBe(true);
    expect(isValidLink([SECRET], 'guide', link, after(300))).toBe(false);
  });

  it.each([
    ['another document', 'guides', link],
    ['a later end', 'guide', { ...link, expires: link.expires + 1 }],
    ['another signature', 'guide', { ...link, signature: linkTo(SECRET, 'rules', NOW).signature }],
    ['no signature', 'guide', { ...link, signature: '' }],
    ['an end that is no number', 'guide', { ...link, expires: Number.NaN }],
  ])('does not open %s', (_what, key, changed) => {
    expect(isValidLink([SECRET], key, changed, NOW)).toBe(false);
  });

  it('does not open it with another secret', () => {
    expect(isValidLink([`${SECRET}0`], 'guide', link, NOW)).toBe(false);
  });
});

describe('the access rule for a link', () => {
  it.each([
    ['public', 'inactive_member', undefined],
    ['public', 'active_member', undefined],
    ['members', 'inactive_member', 'membership_required'],
    ['members', 'active_member', undefined],
  ] as const)('to a %s document for an %s: refused with %s', (access, reader, refusal) => {
    expect(refusalOfMember(access, reader)).toBe(refusal);
  });
});
