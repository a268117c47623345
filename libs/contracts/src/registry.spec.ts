import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from './errors.ts';
import { ROUTES } from './registry.ts';

/** One-click unsubscribe requests come from few IP addresses of mail providers for many people, and require a signed key. */
const UNLIMITED = ['POST /api/unsubscribe'];

/** Links that people follow from an email: mail programs add parameters of their own to the URL, which are dropped. */
const EMAIL_LINKS = ['GET /api/unsubscribe', 'POST /api/unsubscribe', 'GET /api/documents/:key'];

/** Fields that a page fills in by itself. */
const UNSEEN = ['priceId', 'successUrl', 'cancelUrl'];

/** Whether some object in this schema, however deep, takes fields that it does not name. */
const takesAnything = (schema: z.ZodMiniType): boolean => {
  let isOpen = false;
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Called for every nested schema. A record has no properties.
    override: ({ jsonSchema: { properties, additionalProperties } }) => {
      isOpen ||= properties !== undefined && additionalProperties !== false;
    },
  });
  return isOpen;
};

describe('the routes', () => {
  it('take no field that they do not name, however deep', () => {
    const open = ROUTES.filter((route) =>
      [route.params, route.query, route.body].some((part) => part !== undefined && takesAnything(part)),
    );
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(EMAIL_LINKS);
    expect(takesAnything(z.strictObject({ list: z.optional(z.array(z.object({ name: z.string() }))) }))).toBe(true);
    expect(takesAnything(z.strictObject({ nested: z.nullable(z.looseObject({})) }))).toBe(true);
    expect(takesAnything(z.strictObject({ list: z.optional(z.array(z.strictObject({ name: z.string() }))) }))).toBe(
      false,
    );
    expect(takesAnything(z.strictObject({ record: z.record(z.string(), z.unknown()) }))).toBe(false);
  });

  it('say of each field of an empty form something of its own', () => {
    const alike = ROUTES.flatMap(({ method, path, body }) => {
      if (!(body instanceof z.ZodMiniObject)) return [];
      const fields = Object.keys(body.shape).filter((field) => !UNSEEN.includes(field));
      const messages = [{}, Object.fromEntries(fields.map((field) => [field, '']))].map((form) =>
        Object.entries(fieldErrors(body.safeParse(form).error ?? new z.core.$ZodError([])))
          .filter(([field]) => fields.includes(field))
          .map(([, message]) => message),
      );
      return messages.some((of) => new Set(of).size < of.length) ? [`${method} ${path}`] : [];
    });
    expect(alike).toEqual([]);
  });

  it('never say that a filled field is empty', () => {
    const wrong = ROUTES.flatMap(({ method, path, body }) => {
      if (!(body instanceof z.ZodMiniObject)) return [];
      const filled = Object.fromEntries(Object.keys(body.shape).map((field) => [field, 'x'.repeat(200_000)]));
      return Object.entries(fieldErrors(body.safeParse(filled).error ?? new z.core.$ZodError([])))
        .filter(([, message]) => message.endsWith('is required'))
        .map(([field]) => `${method} ${path}: ${field}`);
    });
    // The sentence that the specification gives for this form.
    expect(wrong).toEqual(['POST /api/admin/debate-club-registrations: email']);
  });

  it('never refuse a field with the message of the library', () => {
    const wrong = ROUTES.flatMap(({ method, path, query, body }) =>
      [query, body].flatMap((part) => {
        if (!(part instanceof z.ZodMiniObject)) return [];
        const values = [undefined, null, 'x', 'x'.repeat(200_000), -1.5, true, {}, ['x']];
        return values
          .flatMap((value) => {
            const form = Object.fromEntries(Object.keys(part.shape).map((field) => [field, value]));
            return Object.entries(fieldErrors(part.safeParse(form).error ?? new z.core.$ZodError([])));
          })
          .filter(([, message]) => /^Invalid (input|option|string|value)/.test(message))
          .map(([field, message]) => `${method} ${path}: ${field}: ${message}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('limit the calls of each address wherever anybody may write', () => {
    const writes = ROUTES.filter(({ audience, method }) => audience === 'public' && method !== 'GET');
    expect(writes.length).toBeGreaterThan(8);
    expect(
      writes.filter(({ rateLimit }) => rateLimit === 'none').map(({ method, path }) => `${method} ${path}`),
    ).toEqual(UNLIMITED);
  });

  // With a stolen token nobody can send its owner a flood of emails that would hide another one.
  it('limit the calls wherever a member changes what is emailed about, or the provider is asked', () => {
    const writes = ROUTES.filter(({ audience, method }) => audience === 'member' && method !== 'GET');
    expect(writes.filter(({ rateLimit }) => rateLimit === 'none').map(({ path }) => path)).toEqual([
      ...['/api/auth/logout', '/api/auth/logout-all', '/api/calendar-feed', '/api/calendar-feed'],
      '/api/documents/:key/link',
    ]);
  });

  it('limit the calls wherever somebody signed in shows their password again', () => {
    const confirmed = ROUTES.filter(({ body }) => body instanceof z.ZodMiniObject && 'currentPassword' in body.shape);
    expect(confirmed.length).toBeGreaterThan(8);
    expect(
      confirmed.filter(({ rateLimit }) => rateLimit === 'none').map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });
});
