import { describe, expect, it } from 'vitest';
import { headerText, parseMailbox } from './mailbox.ts';

it.each([
  ['hello@lectern.test', { email: 'hello@lectern.test' }],
  [' Lectern <hello@lectern.test> ', { email: 'hello@lectern.test', name: 'Lectern' }],
  ['"Lectern, Inc." <hello@lectern.test>', { email: 'hello@lectern.test', name: 'Lectern, Inc.' }],
  ['<hello@lectern.test>', { email: 'hello@lectern.test' }],
  ['Lectern', null],
  ['Lectern <hello>', null],
  ['a@b.c, d@e.f', null],
  ['', null],
])('%p is the mailbox %p', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox);
});

describe('header text', () => {
  it('stays on one line', () => {
    expect(headerText(' Ann\r\nBcc: x@example.com\t\u2028 Lee\0 ')).toBe('Ann Bcc: x@example.com Lee');
  });
});
