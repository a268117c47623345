import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_VERSION, openApiDocument } from '@lectern/contracts/openapi/document';
import { ROOT } from '../dependencies/of-this-repository.ts';
import { breakingChanges } from './breaking-changes.ts';
import { clientTypes, typeErrors } from './client-types.ts';
import { CURRENT, fileOf, readDocument, RELEASED } from './openapi-files.ts';

const document = openApiDocument();

describe('docs/openapi.json', () => {
  it('is what the contracts say; npm run openapi writes it', () => {
    // Compared without a difference of twenty thousand characters: git shows it better.
    expect(readFileSync(CURRENT, 'utf8') === fileOf(document)).toBe(true);
  });

  it('names the release', () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string };
    expect(API_VERSION).toBe(version);
  });

  it('breaks no client of docs/openapi.released.json', async () => {
    expect(await breakingChanges(readDocument(RELEASED), document)).toEqual([]);
  });
});

const text = { type: 'string' };
const object = (properties: object, required: readonly string[]) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const LIMIT = { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A small API, or what a change makes of it. */
const small = ({
  answer = object({ id: text, title: text }, ['id', 'title']),
  body = object({ title: text, note: text }, ['title']),
  parameters = [LIMIT] as object[],
  isWithoutReads = false,
} = {}): object => {
  const responses = { 200: { description: 'Done.', ...json(answer) } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const reads = { '/api/articles/{id}': { get: { operationId: 'read', parameters: [id], responses } } };
  return {
    openapi: '3.1.1',
    info: { title: 'Small', version: '1.0.0' },
    paths: {
      '/api/articles': {
        get: { operationId: 'list', parameters, responses },
        post: { operationId: 'create', requestBody: { required: true, ...json(body) }, responses },
      },
      ...(isWithoutReads ? {} : reads),
    },
    components: { schemas: { ErrorBody: object({ code: text }, ['code']) } },
  };
};

describe('a change of the API', () => {
  it.each([
    [
      'a further field of an answer',
      { answer: object({ id: text, title: text, author: text }, ['id', 'title', 'author']) },
    ],
    ['a further optional field of a request', { body: object({ title: text, note: text, tag: text }, ['title']) }],
    ['a field of a request that is no longer required', { body: object({ title: text, note: text }, []) }],
    ['a further optional parameter', { parameters: [LIMIT, { ...LIMIT, name: 'cursor', schema: text }] }],
  ])('breaks no client: %s', async (_name, change) => {
    expect(await breakingChanges(small(), small(change))).toEqual([]);
  });

  it.each([
    ['a removed route', { isWithoutReads: true }, 'get /api/articles/{id}'],
    ['a removed field of an answer', { answer: object({ id: text }, ['id']) }, "'title' is missing"],
    ['a field of an answer that may be missing', { answer: object({ id: text, title: text }, ['id']) }, '.title'],
    ['another type', { answer: object({ id: { type: 'integer' }, title: text }, ['id', 'title']) }, "'number'"],
    [
      'a new required field of a request',
      { body: object({ title: text, note: text, tag: text }, ['title', 'tag']) },
      "'tag' is missing",
    ],
    [
      'a field of a request that becomes required',
      { body: object({ title: text, note: text }, ['title', 'note']) },
      '.note',
    ],
    ['a removed optional field of a request', { body: object({ title: text }, ['title']) }, "'note' is missing"],
    ['a removed parameter', { parameters: [] }, "'limit' is missing"],
    ['a new required parameter', { parameters: [LIMIT, { ...LIMIT, name: 'kind', required: true }] }, 'kind: number'],
  ])('breaks clients: %s', async (_name, change, reason) => {
    const found = await breakingChanges(small(), small(change));
    expect(found).not.toEqual([]);
    expect(found.join('\n')).toContain(reason);
  });
});

/** A client of reads and of one write, in the way of `openapi-fetch`: paths, bodies and answers have the types of the document. */
const CLIENT = `
import type { paths } from './api.ts';

declare const fetch: (path: string, init?: object) => Promise<{ json(): Promise<unknown> }>;

type Answer<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
type Readable = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];

const get = async <P extends Readable>(path: P): Promise<Answer<paths[P]['get']>> =>
  (await fetch(path)).json() as Promise<Answer<paths[P]['get']>>;

type Login = paths['/api/auth/login']['post'];
const login = async (body: Login['requestBody']['content']['application/json']): Promise<Answer<Login>> =>
  (await fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Answer<Login>>;
`;

describe('a client that openapi-typescript generates', () => {
  it('is typed, and refuses a wrong use', async () => {
    const api = await clientTypes(document);
    const errorsOf = (use: string): string[] => typeErrors({ 'api.ts': api, 'client.ts': `${CLIENT}${use}` });
    expect(
      errorsOf(`
        const [post] = await get('/api/blog');
        export const title: string | undefined = post?.title;
        export const { token } = await login({ email: 'sample@example.org', password: 'a long sentence of yours' });
        export const places: (string | boolean | null)[] = Object.values(await get('/api/meeting-places'));
      `),
    ).toEqual([]);
    expect(
      errorsOf(`
        export const nowhere = await get('/api/nowhere');
        const [post] = await get('/api/blog');
        export const title: number | undefined = post?.title;
        export const { token } = await login({ email: 'sample@example.org' });
      `),
    ).toEqual([
      expect.stringContaining('"/api/nowhere"'),
      expect.stringContaining("'string' is not assignable to type 'number'"),
      expect.stringContaining("'password' is missing"),
    ]);
  });
});
