import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { ERRORS } from '@lectern/contracts/errors';
import type { RouteContract } from '@lectern/contracts/route';
import { arbitraryOf, type KnownValues, almostValidOf, type Schema } from '@lectern/test-kit/arbitrary-of';

/* Strange requests for a route, generated from its contract, and the checks that every response to them has to pass. */

export type Sender = 'nobody' | 'member' | 'admin';

export interface StrangeRequest {
  readonly sender: Sender;
  readonly method: string;
  /** As it goes over the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface PlainAnswer {
  readonly status: number;
  readonly type: string;
  readonly location: string;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends it byte for byte, without the corrections that `fetch` makes. */
export const send = (
  siteUrl: string,
  { method, path, headers, body }: StrangeRequest,
  token: string | undefined,
): Promise<PlainAnswer> => {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        hostname,
        port,
        agent,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            location: answer.headers.location ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sending.setTimeout(30_000, () => sending.destroy(new Error('No answer within 30 s')));
    sending.once('error', reject);
    sending.end(body);
  });
};

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  // A URL longer than Node's limit for all headers never gets to a route. Half of a surrogate pair has no encoding; on the wire it is three bytes that are no UTF-8.
  return [...text.slice(0, 400)]
    .map((character) => (/\p{Surrogate}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character)))
    .join('');
};

const someOf = (schema: Schema, known: KnownValues): fc.Arbitrary<unknown> =>
  fc.oneof(arbitraryOf(schema, known), almostValidOf(schema, known));

const pathOf = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_all, name: string) =>
    encoded((params as Record<string, unknown> | null)?.[name] ?? '00000000-0000-4000-8000-000000000000'),
  );
const searchOf = (query: unknown): string =>
  typeof query !== 'object' || query === null
    ? ''
    : Object.entries(query)
        .flatMap(([name, value]) =>
          (Array.isArray(value) ? value.slice(0, 20) : [value]).map((one) => `${encoded(name)}=${encoded(one)}`),
        )
        .join('&');

const JUNK_SEARCH = [
  'limit=1&limit=2',
  '%',
  '%zz=1',
  '%ED%A0%80=1',
  'a[b]=c',
  'a[]=1&a[]=2',
  '__proto__=1',
  'constructor.prototype.a=1',
  '=',
  '&&&',
  '%00=%00',
  `q=${'a'.repeat(4_000)}`,
  'limit=1e400',
  'limit=-0',
  'limit=NaN',
  'limit=0x10',
  'limit=',
  'cursor=AAAA',
  'cursor=eyJhIjoxfQ',
  'cursor=%F0%9F%8E%A4',
  'sort=__proto__',
  'sort=-constructor',
  'status=toString',
  'q=%25_%5C',
];

/** Bodies as texts: whole, or broken on the way. */
const broken: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text.slice(0, Math.floor(text.length / 2))),
  (text) => Buffer.from(`${text}}`),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from(text.slice(-1))]),
  (text) => Buffer.from(text.replace(/\d+/, '1e400')),
  (text) => Buffer.from(text.replace(/\d+/, 'NaN')),
  (text) => Buffer.from(text.replace(/^\{/, '{"__proto__":{"isAdmin":true},')),
  (text) => Buffer.from(text.replace(/^\{/, '{"constructor":{"prototype":{"a":1}},')),
  (text) => Buffer.from(text.replace(/^\{(.*)\}$/s, '{$1,$1}')),
  () => Buffer.from('['.repeat(20_000)),
  () => Buffer.from(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  () => Buffer.alloc(0),
  () => Buffer.from('null'),
  () => Buffer.from('"\\ud800"'),
];

const JSON_TYPE = 'application/json';
const TYPES = [
  JSON_TYPE,
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  'json',
  ';',
  'a/b/c',
  '',
];

const STRANGE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...[
    'Bearer',
    'Bearer ',
    'bearer a.b.c',
    'Basic YTpi',
    `Bearer ${'a'.repeat(7_000)}`,
    'Bearer a.b',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer null',
    '\xff\xfe',
    'Bearer e30.e30.e30',
    'Bearer bnVsbA.bnVsbA.bnVsbA',
  ].map((authorization) => ({ authorization })),
  ...['short', 'a'.repeat(128), 'a'.repeat(5_000), 'key with spaces', '12345678', '\xff'.repeat(8)].map((key) => ({
    'idempotency-key': key,
  })),
  ...['x'.repeat(6_000), '../../etc', '{}', '\xff'].map((id) => ({ 'x-correlation-id': id, 'x-request-id': id })),
  ...['*', '"a"', 'W/"a"', '"', 'a'.repeat(4_000)].map((tag) => ({ 'if-none-match': tag })),
  ...['*/*', 'text/html', 'application/xml', '', 'a', ','.repeat(2_000)].map((accept) => ({
    accept,
    'accept-language': accept,
    'accept-encoding': accept,
  })),
  ...['gzip', 'br', 'identity', 'a'].map((coding) => ({ 'content-encoding': coding })),
  { range: 'bytes=0-0' },
  { range: 'bytes=9999999-' },
  { 'user-agent': '' },
  { 'user-agent': `${'\xff'.repeat(390)}${'a'.repeat(500)}` },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', 'x-forwarded-prefix': '/..' },
  { origin: 'null', referer: 'javascript:alert(1)' },
  { host: 'evil.example' },
  { 'stripe-signature': 't=NaN,v1=,v1=0' },
  { 'stripe-signature': `t=1e400,v1=${'0'.repeat(64)}` },
  { 'x-twilio-email-event-webhook-signature': 'AAAA', 'x-twilio-email-event-webhook-timestamp': 'NaN' },
  { 'x-zm-signature': 'v0=', 'x-zm-request-timestamp': '1e400' },
  { cookie: 'a=b; '.repeat(500) },
];

/** Requests of this route. `known` are values that exist, so that some get further than the door. */
export const requestsOf = (route: RouteContract, known: KnownValues): fc.Arbitrary<StrangeRequest> => {
  const right: Sender = route.audience === 'admin' ? 'admin' : 'member';
  const sender = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Sender>(right) },
    { weight: 1, arbitrary: fc.constantFrom<Sender>('nobody', 'member', 'admin') },
    { weight: route.audience === 'public' ? 4 : 0, arbitrary: fc.constant<Sender>('nobody') },
  );
  const path =
    route.params === undefined
      ? fc.constant(route.path)
      : someOf(route.params, known).map((params) => pathOf(route.path, params));
  const junk = fc.constantFrom(...JUNK_SEARCH);
  const search =
    route.query === undefined
      ? fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: junk })
      : fc.oneof({ weight: 6, arbitrary: someOf(route.query, known).map(searchOf) }, { weight: 2, arbitrary: junk });
  const value =
    route.body === undefined
      ? fc.oneof(fc.constant(undefined), fc.constant({}), fc.jsonValue({ maxDepth: 2 }))
      : someOf(route.body, known);
  const body = fc
    .tuple(
      value,
      fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...broken) }),
    )
    .map(([one, breaking]) => {
      const isFile = route.takesFile !== undefined && typeof one === 'string';
      const text = isFile ? one : (JSON.stringify(one) as string | undefined);
      return text === undefined ? undefined : (breaking ?? Buffer.from)(text);
    });
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant(route.takesFile?.[0] ?? JSON_TYPE) },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
  );
  const headers = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGE_HEADERS) },
  );
  const method = fc.oneof(
    { weight: 40, arbitrary: fc.constant<string>(route.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
  );
  return fc
    .tuple(sender, method, path, search, body, type, headers)
    .map(([who, how, where, question, what, as, more]) => ({
      sender: who,
      method: how,
      path: question === '' ? where : `${where}?${question}`,
      headers: { ...(what === undefined || as === '' ? {} : { 'content-type': as }), ...more },
      body: how === 'GET' || how === 'HEAD' ? undefined : what,
    }));
};

/** For a failure's message: what was sent, and how it was answered. */
export const described = ({ sender, method, path, headers, body }: StrangeRequest, answer: PlainAnswer): string =>
  `${sender}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${(body?.toString('utf8') ?? '').slice(0, 500)}\n      → ${answer.status} ${answer.text.slice(0, 300)}`;

const INSIDE = [
  /\n\s+at .+:\d+/,
  /node_modules|\/dist\/|\.[jt]s:\d+/,
  /\b(QueryFailedError|TypeError|ReferenceError|SyntaxError|ZodError|RangeError)\b/,
  /\b(relation|column|constraint) "/,
  /invalid input syntax|violates \w+ (key )?constraint/,
  /ECONN|ENOENT/,
];
const CODES: ReadonlySet<string> = new Set(Object.keys(ERRORS));

/** The faults of a response, to any request: a failure of ours, another shape than our errors have, or an internal detail. */
export const faultsOf = (method: string, { status, text }: PlainAnswer): string[] => {
  const faults: string[] = [];
  const plain = text.replaceAll('\\n', '\n').replaceAll('\\"', '"');
  if (status >= 500 || status < 200) faults.push(`answers ${status}`);
  for (const pattern of INSIDE)
    if (status >= 400 && pattern.test(plain)) faults.push(`shows an internal detail: ${pattern.source}`);
  if (status >= 400 && method !== 'HEAD') {
    const { code, message, correlationId, fields, ...more } = ((): Record<string, unknown> => {
      try {
        return JSON.parse(text) as Record<string, unknown>;
      } catch {
        return {};
      }
    })();
    const isOurs =
      typeof code === 'string' &&
      CODES.has(code) &&
      typeof message === 'string' &&
      typeof correlationId === 'string' &&
      (fields === undefined || typeof fields === 'object') &&
      Object.keys(more).length === 0;
    if (!isOurs) faults.push('is no error of the house’s shape');
  }
  return faults;
};
