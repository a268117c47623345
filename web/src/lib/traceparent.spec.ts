import { expect, it } from 'vitest';
import { newTraceparent } from './traceparent.ts';

it('has the format of the W3C, with the flag "recorded" unset', () => {
  expect(newTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

it('differs for each call', () => {
  const names = Array.from({ length: 100 }, newTraceparent);
  expect(new Set(names.map((name) => name.split('-')[1])).size).toBe(100);
  expect(new Set(names.map((name) => name.split('-')[2])).size).toBe(100);
});
