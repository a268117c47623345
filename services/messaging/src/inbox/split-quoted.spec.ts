import { expect, it } from 'vitest';
import { splitQuoted } from './split-quoted.ts';

const QUOTE = '> Hello Ann,\n>\n> come on Sunday.';

it.each([
  [
    'of most mail programs',
    `Thank you!\n\nOn Sun, Mar 1, 2026 at 9:00 AM Lectern <re-1@reply.example> wrote:\n\n${QUOTE}\n`,
  ],
  [
    'with a broken line before it',
    `Thank you!\r\n\r\nOn Sun, Mar 1, 2026 at 9:00 AM Lectern\r\n<re-1@reply.example> wrote:\r\n${QUOTE}`,
  ],
  ['without a line before it', `Thank you!\n\n${QUOTE}`],
  ['of Outlook', 'Thank you!\n\n-----Original Message-----\nFrom: Lectern\nHello Ann,'],
  [
    'of a newer Outlook',
    'Thank you!\n\nFrom: Lectern <re-1@reply.example>\nSent: Sunday, March 1, 2026 9:00 AM\nTo: Ann\n\nHello Ann,',
  ],
  ['in German', `Thank you!\n\nAm 1. März 2026 um 09:00 schrieb Lectern <re-1@reply.example>:\n\n${QUOTE}`],
])('folds the quoted text %s', (_how, email) => {
  const { text, quoted } = splitQuoted(email);
  expect(text).toBe('Thank you!');
  expect(quoted).toContain('Hello Ann,');
});

it.each([
  ['remarks between quoted lines', `> Can you come?\n\nYes.\n\n> And pay?\n\nNo.`],
  ['nothing but quoted lines', QUOTE],
  ['a sentence that only looks like the beginning', 'On Sunday I wrote: see you.\nIs that right?'],
  ['a list with signs', 'I ask:\n> 3 people?\nor fewer'],
  ['no quoted text', 'Thank you!\n\nAnn'],
])('keeps everything of an answer with %s', (_what, email) => {
  expect(splitQuoted(email)).toEqual({ text: email.trim(), quoted: null });
});

it.each([
  ['quoted lines', '>\n'.repeat(9_998)],
  ['remarks between quoted lines', '> a\nb\n'.repeat(3_300)],
  ['empty lines', '\n'.repeat(19_990)],
  ['lines before quoted text', 'On Sunday x wrote:\n'.repeat(1_050)],
  ['a long line', `On ${'wrote : '.repeat(40)}${' '.repeat(19_000)}`],
])('reads the longest answer of %s without delay', (_what, begin) => {
  const before = performance.now();
  expect(splitQuoted(`${begin}xx`).quoted).toBeNull();
  expect(performance.now() - before).toBeLessThan(250);
});
