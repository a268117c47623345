import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from './errors.ts';

const broken = (text: string) =>
  fieldErrors(z.strictObject({ name: z.optional(z.string()) }).safeParse(JSON.parse(text)).error!);

describe('the invalid fields of a request', () => {
  it('are 50 at most', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]));
    expect(Object.keys(broken(JSON.stringify(many)))).toHaveLength(50);
  });

  it.each(['toString', 'constructor', 'hasOwnProperty', '__proto__'])(
    'are named in words, also one that is called %s',
    (name) => {
      const fields = broken(`{"${name}":1,"other":2,"name":3}`);
      expect(Object.entries(fields)).toEqual(
        expect.arrayContaining([
          [name, 'Unknown field'],
          ['other', 'Unknown field'],
          ['name', expect.any(String)],
        ]),
      );
    },
  );
});
