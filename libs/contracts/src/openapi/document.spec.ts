import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { ROUTES } from '../registry.ts';
import { documentedRoutes, openApiDocument } from './document.ts';
import { MODELS } from './models.ts';
import type { AnyDocs } from '../route-docs/route-docs.ts';

const routes = documentedRoutes();
const PARTS = ['params', 'query', 'body', 'response'] as const;

/** The complaints about the examples of a route; answers may have no field that their contract would remove. */
const complaintsAbout = (contract: (typeof routes)[number]['contract'], docs: AnyDocs): string[] =>
  PARTS.flatMap((part) => {
    const schema = contract[part];
    const example = docs[part];
    if (schema === undefined || example === undefined) return [];
    const parsed = schema.safeParse(example);
    if (!parsed.success) return [`${part}: ${JSON.stringify(fieldErrors(parsed.error))}`];
    return part === 'response' && JSON.stringify(parsed.data).length !== JSON.stringify(example).length
      ? [`${part} has fields that the contract does not name`]
      : [];
  });

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const documented = (id: string) => routes.find((each) => each.id === id)!;

describe('the documentation of routes', () => {
  it('covers every contract once', () => {
    expect(routes.map(({ contract }) => nameOf(contract)).sort()).toEqual(ROUTES.map(nameOf).sort());
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
  });

  it('has valid examples', () => {
    const wrong = routes.flatMap(({ id, contract, docs }) =>
      complaintsAbout(contract, docs).map((complaint) => `${id} ${complaint}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is checked: a wrong example of each part is noticed', () => {
    const { contract, docs } = documented('cancelOfficeHours');
    expect(complaintsAbout(contract, docs)).toEqual([]);
    expect(complaintsAbout(contract, { ...docs, params: { id: '1' } })).toHaveLength(1);
    expect(complaintsAbout(contract, { ...docs, response: {} })).toHaveLength(1);
    expect(complaintsAbout(contract, { ...docs, response: { message: 'Done', more: 1 } })).toHaveLength(1);
    const login = documented('login');
    expect(complaintsAbout(login.contract, { ...login.docs, body: { email: 'nobody' } })).toHaveLength(1);
  });

  it('says what each route does in one sentence', () => {
    const summaries = routes.map(({ docs }) => docs.summary);
    expect(summaries.filter((summary) => !/^[A-Z].+[^.]\.$/.test(summary) || summary.includes('. '))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('names schemas uniquely', () => {
    expect(new Set(MODELS.values()).size).toBe(MODELS.size);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument() as {
    paths: Record<string, Record<string, Record<string, unknown> & { responses: Record<string, { $ref?: string }> }>>;
    components: Record<string, Record<string, unknown>>;
  };

  it('describes the audience and the errors of a route', () => {
    const { security, responses, ...operation } = document.paths['/api/office-hours/{id}']!['delete']!;
    expect(operation).toMatchObject({ operationId: 'cancelOfficeHours', 'x-audience': 'member' });
    expect(security).toEqual([{ member: [] }]);
    expect(
      Object.fromEntries(Object.entries(responses).map(([status, { $ref }]) => [status, $ref?.split('/').at(-1)])),
    ).toEqual({
      200: undefined,
      400: 'invalid_request',
      401: 'token_missing.token_invalid',
      403: 'audience_wrong',
      404: 'not_found',
      409: 'slot_begun',
      429: 'too_many_requests',
      500: 'internal',
      503: 'service_unavailable',
    });
  });

  it('refers to nothing that it lacks', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(names.length).toBeGreaterThan(1_000);
    expect(names.filter(([, section, name]) => document.components[section!]?.[name!] === undefined)).toEqual([]);
  });
});
