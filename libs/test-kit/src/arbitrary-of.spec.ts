import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { ROUTES } from '@lectern/contracts/registry';
import { arbitraryOf, almostValidOf, type Schema, STRANGE_NAMES, STRANGE_VALUES } from './arbitrary-of.ts';

const PARTS = ['params', 'query', 'body'] as const;
const schemas: ReadonlyMap<string, Schema> = new Map(
  ROUTES.flatMap((route) =>
    PARTS.flatMap((part) =>
      route[part] === undefined ? [] : [[`${part} of ${route.method} ${route.path}`, route[part]] as const],
    ),
  ),
);
const SEED = 20_261_122;

describe('values of a schema', () => {
  it('exist for every part of every route, and are accepted by it', () => {
    expect(schemas.size).toBeGreaterThan(100);
    const refused = [...schemas].flatMap(([name, schema]) =>
      fc
        .sample(arbitraryOf(schema), { numRuns: 20, seed: SEED })
        .flatMap((value) => (schema.safeParse(value).success ? [] : [{ name, value }])),
    );
    expect(refused).toEqual([]);
  });

  it('never end a schema with an exception, with an object or a list in any of their fields', () => {
    const strange = STRANGE_VALUES.filter((value) => typeof value === 'object');
    const thrown = (schema: Schema): string[] =>
      fc.sample(arbitraryOf(schema), { numRuns: 10, seed: SEED }).flatMap((value) =>
        Object.keys(Object(value) as object).filter((field) =>
          strange.some((other) => {
            try {
              schema.safeParse({ ...(value as object), [field]: other });
              return false;
            } catch {
              return true;
            }
          }),
        ),
      );
    expect(
      [...schemas].flatMap(([name, schema]) => [...new Set(thrown(schema))].map((field) => [name, field])),
    ).toEqual([]);
  });

  it('use every branch: each choice, each optional field with and without', () => {
    const schema = z.strictObject({ kind: z.enum(['one', 'two']), more: z.optional(z.nullable(z.number())) });
    const seen = new Set(
      fc
        .sample(arbitraryOf(schema), { numRuns: 200, seed: SEED })
        .map((value) => JSON.stringify(value).replace(/-?\d[\d.e+-]*/g, '1')),
    );
    expect([...seen].toSorted()).toEqual([
      '{"kind":"one","more":1}',
      '{"kind":"one","more":null}',
      '{"kind":"one"}',
      '{"kind":"two","more":1}',
      '{"kind":"two","more":null}',
      '{"kind":"two"}',
    ]);
  });

  it('obey the limits of lists, numbers and patterns, and include known values that fit', () => {
    const schema = z.strictObject({
      list: z.array(z.int().check(z.gte(3), z.lt(9))).check(z.minLength(2), z.maxLength(3)),
      code: z.string().check(z.regex(/^[A-Z]{3}$/)),
    });
    const values = fc.sample(arbitraryOf(schema, { code: ['ABC', 'no code'] }), { numRuns: 100, seed: SEED }) as {
      code: string;
    }[];
    for (const value of values) expect(schema.safeParse(value).success).toBe(true);
    expect(values.filter(({ code }) => code === 'ABC').length).toBeGreaterThan(20);
  });

  it('cannot be made of an unsupported schema', () => {
    expect(() => arbitraryOf(z.bigint())).toThrow('no way yet to make values of "bigint"');
  });
});

describe('almost valid values', () => {
  const schema = z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(10)),
    count: z.optional(z.number()),
  });
  const values = fc.sample(almostValidOf(schema), { numRuns: 1_000, seed: SEED });

  it('are mostly refused', () => {
    expect(values.filter((value) => !schema.safeParse(value).success).length).toBeGreaterThan(600);
  });

  it('lack a field, have another type or one too many, names of the language included', () => {
    const names = new Set(
      values.flatMap((value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
      ),
    );
    for (const name of STRANGE_NAMES) expect(names).toContain(name);
    expect(values).toContainEqual({});
    expect(
      values.some(
        (value) => typeof value === 'object' && value !== null && Array.isArray((value as { name?: unknown }).name),
      ),
    ).toBe(true);
  });
});
