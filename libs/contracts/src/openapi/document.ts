import * as z from 'zod/mini';
import { type ErrorCode, type errorBody, ERRORS } from '../errors.ts';
import { fileAnswer, htmlPage, redirection } from '../fields.ts';
import { fileStream, taggedFileStream } from '../file-stream.ts';
import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import type { Permission, StaffAccess } from '../identity/permission.ts';
import type { Audience, RouteContract } from '../route.ts';
import { STATUS_OF_KIND } from '../status-of-kind.ts';
import { AREAS } from './areas.ts';
import { MODELS } from './models.ts';
import type { AnyDocs } from '../route-docs/route-docs.ts';

type Json = Record<string, unknown>;
/** The names of schemas in the document. */
type Names = ReadonlyMap<z.ZodMiniType, string>;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The release whose API this is, as `package.json` says. */
export const API_VERSION = '1.0.0';

const INTRODUCTION = `The HTTP API of the association's site. Requests and answers are JSON in UTF-8 unless a route says otherwise.

**Authentication.** Members send the token of \`POST /api/auth/login\`, administrators that of \`POST /api/admin/login\`, as \`Authorization: Bearer …\`. A token of one audience opens no route of the other. The role of an administrator decides which of their routes a token opens (\`x-permission\`).

**Values.** Instants are ISO 8601 in UTC. Amounts are whole cents of US dollars. Ids are UUIDs unless they are the payment provider's.

**Lists.** Where the answer is a list or a page, it is a page when \`limit\` is sent: request the next one with its \`nextCursor\` as \`cursor\`. Without \`limit\` it has the rows alone, at most 1,000, and their whole number is in the header \`x-total-count\`.

**Errors.** Every error is an \`ErrorBody\`: a stable \`code\`, a \`message\` for people, \`fields\` with a message for each invalid field, and a \`correlationId\` that support can look up.

**Repeating a request.** Routes with an \`${IDEMPOTENCY_HEADER}\` header answer a repeated request with the first answer. After a 429 or 503, wait for the seconds of \`Retry-After\`, where it is there.

**Versions.** Answers may get further fields, and routes further errors. Everything else that would break a client waits for a release that says so (docs/api.md).`;

const AUDIENCES: Record<Audience, { readonly text: string; readonly security: readonly Json[] }> = {
  public: { text: 'For every caller.', security: [] },
  member: { text: 'For signed-in members.', security: [{ member: [] }] },
  admin: { text: 'For signed-in administrators.', security: [{ admin: [] }] },
  webhook: { text: 'For the provider, which signs each request.', security: [] },
};
const RECOGNIZES_MEMBERS = {
  text: 'For every caller; a member may send their token.',
  security: [{}, { member: [] }],
};

const isPermission = (access: StaffAccess | undefined): access is Permission =>
  access !== undefined && access !== 'own' && access !== 'sign-in';

const audienceOf = (contract: RouteContract): { readonly text: string; readonly security: readonly Json[] } => {
  if (contract.recognizesMembers === true) return RECOGNIZES_MEMBERS;
  const its = AUDIENCES[contract.audience];
  if (!isPermission(contract.permission)) return its;
  return { ...its, text: `For signed-in administrators with the permission \`${contract.permission}\`.` };
};

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description });
const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const ref = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` });

/** Takes out what says nothing to a reader: patterns of named formats, limits of JavaScript's numbers, and that names are texts. */
const tidy = (schema: JsonSchema): void => {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.maxLength === Number.MAX_SAFE_INTEGER) delete schema.maxLength;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
};

const inputSchema = (schema: z.ZodMiniType): JsonSchema => {
  const json = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => tidy(jsonSchema) });
  delete json.$schema;
  return json;
};

/** The names of the models and of the other answers; one that several routes share is named after the first of them. */
const answerNamesOf = (routes: readonly Documented[]): Names => {
  const names = new Map(MODELS);
  for (const { id, contract } of routes)
    if (isJson(contract) && !names.has(contract.response)) names.set(contract.response, `${capitalized(id)}Answer`);
  return names;
};

/** Clients have to accept fields that they do not know: an answer may get further ones. */
const answerSchemasOf = (names: Names): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      tidy(jsonSchema);
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas;
};

/** Only what the routes refer to, through however many others. */
const referred = (from: unknown, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> => {
  const found = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
};

/** A route with its documentation; `id` is the name of its constant. */
export interface Documented {
  readonly id: string;
  readonly tag: string;
  readonly contract: RouteContract;
  readonly docs: AnyDocs;
}

/** Every route, in the order of the document. */
export const documentedRoutes = (): Documented[] =>
  AREAS.flatMap(({ name, routes, docs }) =>
    Object.entries(docs).map(([id, its]) => {
      const contract = (routes as Readonly<Record<string, RouteContract>>)[id]!;
      return { id, tag: contract.audience === 'admin' ? `Console: ${name}` : name, contract, docs: its };
    }),
  );

const isFile = ({ response }: RouteContract): boolean =>
  response === fileAnswer || response === fileStream || response === taggedFileStream;
const isJson = (contract: RouteContract): boolean =>
  !isFile(contract) && contract.response !== redirection && contract.response !== htmlPage;

const parametersOf = (contract: RouteContract, docs: AnyDocs): Json[] => {
  const of = (where: 'path' | 'query', schema: z.ZodMiniType | undefined, examples: unknown): Json[] => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = inputSchema(schema);
    return Object.entries(properties).map(([name, its]) => {
      const example = (examples as Json | undefined)?.[name];
      return {
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        schema: its,
        ...(example === undefined ? {} : { example }),
      };
    });
  };
  const header = (name: string, required: boolean, description: string): Json => ({
    ...{ name, in: 'header', required, description, schema: { type: 'string' } },
  });
  return [
    ...of('path', contract.params, docs.params),
    ...of('query', contract.query, docs.query),
    ...(contract.idempotent === true
      ? [
          header(
            IDEMPOTENCY_HEADER,
            false,
            '8 to 128 characters that identify this write, so that it takes effect once.',
          ),
        ]
      : []),
    ...(contract.signedBy ?? []).map((name) => header(name, true, 'Set by the provider.')),
  ];
};

const fileBody = (type: string, example: unknown): Json =>
  type.startsWith('text/') ? { schema: { type: 'string' }, example } : { schema: { type: 'string', format: 'binary' } };

const requestBodyOf = ({ takes = 'json', takesFile, body, audience }: RouteContract, docs: AnyDocs): Json => {
  if (audience === 'webhook') {
    const type = takes === 'signed-form' ? 'multipart/form-data' : 'application/json';
    return { requestBody: { required: true, content: { [type]: { schema: {}, example: docs.body } } } };
  }
  if (body === undefined) return {};
  const content =
    takesFile === undefined
      ? { 'application/json': { schema: inputSchema(body), example: docs.body } }
      : Object.fromEntries(takesFile.map((type) => [type, fileBody(type, docs.body)]));
  return { requestBody: { required: takes !== 'one-click', content } };
};

/** Codes that a route can answer: those that follow from its contract, its own, and those of every route. */
export const errorCodesOf = (contract: RouteContract, docs: AnyDocs): ErrorCode[] => {
  const { audience, rateLimit, idempotent, recognizesMembers, takesFile } = contract;
  const isSignedIn = audience === 'member' || audience === 'admin';
  const hasBody = contract.body !== undefined || audience === 'webhook';
  const takesField = (part: 'params' | 'query' | 'body', name: string): boolean =>
    contract[part] instanceof z.ZodMiniObject && name in contract[part].shape;
  return [
    ...new Set<ErrorCode>([
      ...((contract.params ?? contract.query ?? contract.body) ? (['invalid_request'] as const) : []),
      ...(hasBody ? (['body_type_refused', 'body_too_large'] as const) : []),
      ...(hasBody && takesFile === undefined ? (['malformed_body'] as const) : []),
      ...(audience === 'webhook' ? (['signature_invalid', 'too_many_requests'] as const) : []),
      ...(isSignedIn ? (['token_missing'] as const) : []),
      ...(isSignedIn || recognizesMembers === true ? (['token_invalid', 'audience_wrong'] as const) : []),
      ...(isPermission(contract.permission) ? (['permission_missing'] as const) : []),
      ...(contract.permission === undefined || contract.permission === 'sign-in'
        ? []
        : (['second_factor_missing'] as const)),
      ...(idempotent === true ? (['idempotency_conflict', 'in_progress'] as const) : []),
      ...(takesField('params', 'id') || takesField('params', 'userId') ? (['not_found'] as const) : []),
      ...(takesField('query', 'cursor') ? (['cursor_invalid'] as const) : []),
      ...(takesField('body', 'version') ? (['version_conflict'] as const) : []),
      ...(takesField('body', 'currentPassword') ? (['current_password_wrong', 'too_many_attempts'] as const) : []),
      ...(rateLimit === 'none' ? [] : (['too_many_requests'] as const)),
      ...(docs.errors ?? []),
      ...(['internal', 'service_unavailable'] as const),
    ]),
  ];
};

/** Error codes by the HTTP status with which they are answered. */
const byStatus = (codes: readonly ErrorCode[]): ReadonlyMap<number, ErrorCode[]> => {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = STATUS_OF_KIND[ERRORS[code].kind];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
};

/** Many routes answer the same errors: each set of them is one component, named after its codes. */
const errorsNameOf = (codes: readonly ErrorCode[]): string => codes.join('.');

const errorResponseOf = (codes: readonly ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
  content: {
    'application/json': {
      schema: ref('schemas', 'ErrorBody'),
      examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
    },
  },
});

const errorExample = (code: ErrorCode): z.output<typeof errorBody> => ({
  code,
  message: ERRORS[code].message,
  ...(code === 'invalid_request' ? { fields: { email: 'Please enter a valid email address' } } : {}),
  correlationId: '9d3f5a10-6c1b-4f4e-8a57-2b1c0d9e8f71',
});

const contentOf = ({ contract, docs }: Documented, names: Names): Json => {
  if (contract.response === redirection) {
    const { redirectTo } = docs.response as z.output<typeof redirection>;
    return { headers: { location: { schema: { type: 'string' }, example: redirectTo } } };
  }
  if (isFile(contract)) return { content: { [docs.file!]: { schema: { type: 'string', format: 'binary' } } } };
  if (contract.response === htmlPage) return { content: { 'text/html': { schema: { type: 'string' } } } };
  const schema = ref('schemas', names.get(contract.response)!);
  return { content: { 'application/json': { schema, example: docs.response } } };
};

const DONE: Readonly<Record<number, string>> = { 201: 'Created.', 303: 'Redirects.' };

const operationOf = (route: Documented, names: Names): Json => {
  const { id, tag, contract, docs } = route;
  const { text, security } = audienceOf(contract);
  const status = contract.status ?? 200;
  const hasTag =
    contract.isShared === true || contract.response === fileAnswer || contract.response === taggedFileStream;
  return {
    operationId: id,
    tags: [tag],
    summary: docs.summary,
    description: docs.description === undefined ? text : `${text} ${docs.description}`,
    'x-audience': contract.audience,
    ...(contract.permission === undefined ? {} : { 'x-permission': contract.permission }),
    security,
    parameters: parametersOf(contract, docs),
    ...requestBodyOf(contract, docs),
    responses: {
      ...Object.fromEntries(
        [...byStatus(errorCodesOf(contract, docs))].map(([code, codes]) => [
          code,
          ref('responses', errorsNameOf(codes)),
        ]),
      ),
      [status]: { description: DONE[status] ?? 'Done.', ...contentOf(route, names) },
      ...(hasTag ? { 304: { description: 'The copy of the `if-none-match` header is current.' } } : {}),
      ...Object.fromEntries(
        Object.entries(docs.alsoAnswers ?? {}).map(([also, description]) => [
          also,
          { description, ...contentOf(route, names) },
        ]),
      ),
    },
  };
};

/** The API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html), from the contracts and their documentation. */
export const openApiDocument = (): Json => {
  const routes = documentedRoutes();
  const names = answerNamesOf(routes);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.contract.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.contract.method.toLowerCase()]: operationOf(route, names) };
  }
  const errors = routes.flatMap(({ contract, docs }) => [...byStatus(errorCodesOf(contract, docs)).values()]);
  const responses = Object.fromEntries(errors.map((codes) => [errorsNameOf(codes), errorResponseOf(codes)]));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lectern API',
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        member: bearer('The token of a signed-in member.'),
        admin: bearer('The token of a signed-in administrator.'),
      },
      schemas: referred([paths, responses], answerSchemasOf(names)),
      responses,
    },
  };
};
