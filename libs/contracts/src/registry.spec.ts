import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { ROUTES } from './registry.ts';

/** One-click unsubscribing comes from few addresses of mail providers for many people, and needs a signed key. */
const UNLIMITED = ['POST /api/unsubscribe'];

/** Links that people follow from a letter: mail programs add fields of their own to the address, which are dropped. */
const LETTER_LINKS = ['GET /api/unsubscribe', 'POST /api/unsubscribe', 'GET /api/documents/:key'];

interface Def {
  readonly type: string;
  readonly catchall?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
}

/** Whether some object in this schema, however deep, takes fields that it does not name. */
const takesAnything = (schema: z.ZodMiniType): boolean => {
  const { type, catchall, shape, ...rest } = schema._zod.def as unknown as Def;
  if (type === 'object' && (catchall?._zod.def as Def | undefined)?.type !== 'never') return true;
  const inner = [...Object.values(shape ?? {}), ...Object.values(rest).flat()].filter(
    (one): one is z.ZodMiniType => typeof one === 'object' && one !== null && '_zod' in one && 'safeParse' in one,
  );
  return inner.some(takesAnything);
};

describe('the routes', () => {
  it('take no field that they do not name, however deep', () => {
    const open = ROUTES.filter((route) =>
      [route.params, route.query, route.body].some((part) => part !== undefined && takesAnything(part)),
    );
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(LETTER_LINKS);
    expect(takesAnything(z.strictObject({ list: z.optional(z.array(z.object({ name: z.string() }))) }))).toBe(true);
    expect(takesAnything(z.strictObject({ list: z.optional(z.array(z.strictObject({ name: z.string() }))) }))).toBe(
      false,
    );
  });

  it('limit the calls of each address wherever anybody may write', () => {
    const writes = ROUTES.filter(({ audience, method }) => audience === 'public' && method !== 'GET');
    expect(writes.length).toBeGreaterThan(8);
    expect(
      writes.filter(({ rateLimit }) => rateLimit === 'none').map(({ method, path }) => `${method} ${path}`),
    ).toEqual(UNLIMITED);
  });

  it('limit the calls wherever somebody signed in shows their password again', () => {
    const confirmed = ROUTES.filter(
      ({ body }) => (body?._zod.def as Def | undefined)?.shape?.['currentPassword'] !== undefined,
    );
    expect(confirmed.length).toBeGreaterThan(8);
    expect(
      confirmed.filter(({ rateLimit }) => rateLimit === 'none').map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });
});
