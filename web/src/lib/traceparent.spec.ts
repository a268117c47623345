import { expect, it } from '@jest/globals';
import { newTraceparent } from './traceparent.ts';

it('is a name as the W3C has it, of a call that nobody has recorded yet', () => {
  expect(newTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

it('is another one for each call', () => {
  const names = Array.from({ length: 100 }, newTraceparent);
  expect(new Set(names.map((name) => name.split('-')[1])).size).toBe(100);
  expect(new Set(names.map((name) => name.split('-')[2])).size).toBe(100);
});
