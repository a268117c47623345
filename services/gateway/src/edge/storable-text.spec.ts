import { expect, it } from 'vitest';
import { unstorableFields } from './storable-text.ts';

it.each([
  ['nothing', undefined],
  ['emoji', { name: '🎤👩‍⚖️' }],
  ['right-to-left text', { name: 'שלום \u202e evil' }],
  ['line breaks and tabs', { message: 'a\r\n\tb' }],
  ['numbers and lists', { events: ['a', 1, null, true] }],
])('lets %s pass', (_what, value) => {
  expect(unstorableFields(value)).toEqual({});
});

it('names every field that cannot be stored, in its message as well', () => {
  expect(unstorableFields({ name: 'a\0b', email: 'a@example.com', list: ['x', '\ud83c'] })).toEqual({
    name: 'Name contains a character that we cannot store. Delete the text and type it again',
    'list.1': 'List contains a character that we cannot store. Delete the text and type it again',
  });
});
