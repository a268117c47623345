import { describe, expect, it } from '@jest/globals';
import { refusalOf } from './may-read-document.ts';

describe('who may read a document', () => {
  it.each([
    ['public', 'visitor', undefined],
    ['public', 'inactive_member', undefined],
    ['public', 'active_member', undefined],
    ['members', 'visitor', 'token_missing'],
    ['members', 'inactive_member', 'membership_required'],
    ['members', 'active_member', undefined],
  ] as const)('a %s one, a %s: %s', (access, reader, refusal) => {
    expect(refusalOf(access, reader)).toBe(refusal);
  });
});
