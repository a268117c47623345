import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

type Config = new () => object;
type Environment = Record<string, string>;
type VariablesOf = (config: Config) => ReadonlyMap<string, unknown>;

/** Values of a variable that a process takes, values that it refuses, and the variables beside which they mean something. */
interface Values {
  readonly good: readonly string[];
  readonly bad?: readonly string[];
  readonly beside?: Environment;
}

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
const pemOf = ({ privateKey, publicKey }: typeof pair): Record<'private' | 'public', string> => ({
  private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
const [pem, otherPem] = [pemOf(pair), pemOf(other)];
const onOneLine = (text: string): string => text.replaceAll('\n', '\\n');
const drawn = ['d27b60c8f1e9453ab5907cf8136ea2d4', '81f4a6c05d3e4b9795c2e07ab86d13f9'] as const;

const TEXT: Values = { good: ['x', ' ', 'Größe 5, "quoted"'] };
const NAME: Values = { good: ['Harbor Debates'] };
/* Weak secrets: `secrets-of-processes.spec.ts`. */
const SECRET: Values = { good: [drawn[0]] };
const SECRETS: Values = { good: [drawn[0], `${drawn[0]}, ${drawn[1]}`, ' , '] };
const PORT: Values = {
  good: ['0', '65535', '00080'],
  bad: ['-1', '65536', 'many', '80.5', '1e3', ' 80', '80 ', '+80', '0x50', '1_000', '99999999999999999999'],
};
const INSTANT: Values = {
  good: [
    '2025-10-01T00:00:00Z',
    '2025-10-01T00:00:00.000Z',
    '2025-10-01T09:30Z',
    '2025-10-01T00:00:00+02:00',
    '2025-10-01T00:00:00+0200',
    '2025-10-01T00:00:00',
    '2025-10-01',
    '2024-02-29',
  ],
  bad: [
    'tomorrow',
    '1759276800000',
    '2025-02-29',
    '2025-02-30T00:00:00Z',
    '2025-13-01',
    '2025-10-01T25:00:00Z',
    '2025-10-01T00:60:00Z',
    ' 2025-10-01',
    '2025-10-01T00:00:00Z ',
    '10/01/2025',
    'Wed, 01 Oct 2025 00:00:00 GMT',
  ],
};
const NO_WEB_ADDRESS = [
  'association',
  'association.example',
  '//association.example',
  'https://',
  'https:///path',
  'https://?query',
  'javascript:alert(1)',
  'mailto:hello@association.example',
  'ws://association.example',
  'https://association.example/a b',
  ' https://association.example',
  'https://association.example ',
  'https://association.example\n',
  'https://association.example/<b>',
  'https://under_score.example',
  'https://-association.example',
  'https://association-.example',
  'https://association..example',
  'https://association.example.',
  `https://${'a'.repeat(64)}.example`,
  'https://%61ssociation.example',
  'https://association.example:0',
  'https://association.example:65536',
  'https://association.example:port',
  'https://256.1.1.1',
  'https://127.1',
  'https://[::1',
  'https://[::g]',
  'https://@association.example',
  'https://:@association.example',
  'https://one.example@two.example@association.example',
  'https:\\\\association.example',
  `https://association.example/${'a'.repeat(2_084)}`,
];
const WEB_ADDRESS: Values = {
  good: [
    'https://association.example',
    'HTTPS://Association.Example/',
    'http://localhost',
    'http://localhost:4500/path?query=%20#part',
    'http://127.0.0.1:3001',
    'http://[::1]:3001',
    'http://sandbox:3001/sendgrid',
    'https://münchen.example',
    'https://me:hidden@association.example',
    'https://association.example:/path',
  ],
  bad: [...NO_WEB_ADDRESS, 'ftp://association.example'],
};
const MEETING: Values = {
  good: ['https://zoom.us/j/8123456789?pwd=x#success', 'https://us02web.zoom.us:443/j/1', 'https://127.0.0.1/j/1'],
  bad: [...NO_WEB_ADDRESS, 'http://zoom.us/j/1', 'https://localhost/j/1', 'https://zoom.1/j', 'https://zoom.u/j'],
};
const EMAIL: Values = {
  good: ['first@association.example', 'First.Last+tag@mail.association.example', "o'neil@association.example"],
  bad: [
    'x',
    'first@',
    '@association.example',
    'first@localhost',
    'first@association.e',
    'first@127.0.0.1',
    'first@@association.example',
    'first..last@association.example',
    '.first@association.example',
    'first @association.example',
    'First <first@association.example>',
    'first@-association.example',
    'first@under_score.example',
    `first@${'association.'.repeat(30)}example`,
  ],
};
const COLOR: Values = { good: ['#1e5f74', '#1E5F74'], bad: ['1e5f74', '#1e5f7', '#1e5f744', 'teal', ' #1e5f74'] };
const ZONE: Values = {
  good: ['America/Los_Angeles', 'UTC'],
  bad: ['Mars/Olympus', 'EST', 'america/los_angeles', '+05:00'],
};
const DATABASE: Values = {
  good: ['postgres://role:7d1f0a93c25b48e6b0d4@localhost:5432/lectern', 'postgresql://localhost/lectern'],
  bad: ['hunter2hunter2', 'mysql://localhost/lectern', 'postgres://', ' postgres://localhost/lectern'],
};
const ZOOM_TEXT: Values = { good: ['k7Qz_1-x.y', 'a'], bad: ['two words', ' '] };

const VALUES: Readonly<Record<string, Values>> = {
  REQUEST_KEY: SECRET,
  REQUEST_KEY_ALSO_VALID: SECRETS,
  IDENTITY_REQUEST_KEY: SECRET,
  IDENTITY_REQUEST_KEY_ALSO_VALID: SECRETS,
  DEPLOYMENT: { good: ['local', 'production'], bad: ['Local', 'staging', ' local'] },
  LOG_LEVEL: { good: ['fatal', 'info', 'silent'], bad: ['loud', 'INFO'] },
  OPS_PORT: PORT,
  OPS_HOST: TEXT,
  REDIS_URL: {
    good: ['redis://:e83a5c0b7f214d96a1e5@localhost:6379/0', 'rediss://localhost'],
    bad: ['localhost:6379', 'http://localhost', 'redis://', ' redis://localhost'],
  },
  APP_CLOCK: INSTANT,
  APP_CLOCK_SET_AT: INSTANT,
  APP_CLOCK_URL: {
    good: ['http://localhost:3001/clock'],
    bad: ['https://localhost:3001', 'localhost:3001', 'http://'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    good: ['http://collector:4318', 'https://collector.example/otlp'],
    bad: ['collector:4318', 'https://me:hidden@collector:4318', 'http://collector?x', 'http://collector:4318 '],
  },
  OTEL_TRACES_SAMPLER: { good: ['always_on', 'parentbased_traceidratio'], bad: ['sometimes', 'traceidratio'] },
  OTEL_TRACES_SAMPLER_ARG: {
    good: ['0', '1', '0.25', '1e-3', ' 0.5 '],
    bad: ['10%', '1.1', '-0.1', 'NaN', 'Infinity', '0,5'],
    beside: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' },
  },
  OTEL_SERVICE_NAME: {
    good: ['lectern-gateway', 'a', 'a'.repeat(100)],
    bad: ['my service', 'a'.repeat(101), 'gateway\n'],
  },
  DATABASE_URL: DATABASE,
  DATABASE_ADMIN_URL: DATABASE,
  DATABASE_POOL_SIZE: { good: ['1', '100'], bad: ['0', '101', 'many', '8.5'] },

  STRIPE_SECRET_KEY: {
    good: ['sk_test_7a0c95d3', 'rk_live_7a0c95d3'],
    bad: ['pk_live_7a0c95d3', 'sk_live_', 'sk_live_7a0c 95d3', 'rk_other_7a0c95d3'],
  },
  STRIPE_WEBHOOK_SECRET: { good: ['whsec_7a0c95d3'], bad: ['7a0c95d3', 'whsec_', 'whsec_7a0c-95d3'] },
  STRIPE_WEBHOOK_SECRET_ALSO_VALID: {
    good: ['whsec_7a0c95d3', 'whsec_7a0c95d3, whsec_0b1f62aa,', ','],
    bad: ['7a0c95d3', 'whsec_7a0c95d3,7a0c95d3', 'whsec_7a0c95d3 whsec_0b1f62aa'],
  },
  STRIPE_API_URL: WEB_ADDRESS,

  EDITORIAL_ROOT: { good: [], bad: ['/nowhere/at/all'] },
  ASSOCIATION_NAME: NAME,
  ASSOCIATION_FULL_NAME: NAME,
  ASSOCIATION_TAGLINE: NAME,
  ASSOCIATION_FOUNDED: { good: ['1998'], bad: ['98', 'long ago', '19980'] },
  ASSOCIATION_TIME_ZONE: ZONE,
  ASSOCIATION_SOCIAL_URLS: { good: ['https://www.instagram.com/harbor'] },
  ASSOCIATION_COLOR: COLOR,
  ASSOCIATION_SECOND_COLOR: COLOR,
  ASSOCIATION_LOGO: { good: [join(ROOT, 'web/public/favicon.svg')], bad: ['/nowhere/logo.svg'] },
  ASSOCIATION_ADDRESS: { good: ['1 Example Square, Springfield'] },
  ASSOCIATION_ZOOM_URL: MEETING,
  ASSOCIATION_DISCORD_URL: MEETING,
  SUPPORT_EMAIL: EMAIL,
  BILLING_EMAIL: EMAIL,
  CAREERS_EMAIL: EMAIL,

  DOCUMENT_LINK_SECRET: SECRET,
  DOCUMENT_LINK_SECRET_ALSO_VALID: SECRETS,
  PICTURES_DIR: TEXT,
  PICTURES_S3_BUCKET: {
    good: ['pictures', 'my.pictures-1'],
    bad: ['Pictures', 'p', '-pictures', 'pictures-', 'my_pictures', 'a'.repeat(64)],
  },
  PICTURES_S3_ENDPOINT: WEB_ADDRESS,
  PICTURES_S3_REGION: { good: ['us-west-2', 'auto'], bad: ['US-WEST-2', 'us west', ' '] },
  PICTURES_S3_ACCESS_KEY_ID: ZOOM_TEXT,
  PICTURES_S3_SECRET_ACCESS_KEY: ZOOM_TEXT,
  PICTURES_S3_PATH_STYLE: { good: ['true', 'false'], bad: ['yes', 'True', '1'] },
  ZOOM_ACCOUNT_ID: ZOOM_TEXT,
  ZOOM_CLIENT_ID: { good: ['client'], bad: ['two words', 'a:b'] },
  ZOOM_CLIENT_SECRET: ZOOM_TEXT,
  ZOOM_WEBHOOK_SECRET: ZOOM_TEXT,
  ZOOM_WEBHOOK_SECRET_ALSO_VALID: { good: ['one', 'one, two', ','], bad: ['two words', 'one,two words'] },
  ZOOM_USER_ID: { good: ['me', 'host@association.example'], bad: ['two words', 'a/b', 'a?b', 'a#b'] },
  ZOOM_MEETING_ID: {
    good: ['812345678', '812 3456 7890', '812-3456-7890'],
    bad: ['12345678', '1234567890123', 'https://zoom.us/j/8123456789', '81234567x', ' - '],
  },
  ZOOM_API_URL: WEB_ADDRESS,

  PORT,
  HOST: TEXT,
  PUBLIC_URL: WEB_ADDRESS,
  JWT_PUBLIC_KEY: {
    good: [pem.public, onOneLine(pem.public), `\n${pem.public}`],
    bad: ['key', pem.private, otherPem.public, pem.public.slice(0, -40), onOneLine(otherPem.public)],
  },
  JWT_PUBLIC_KEY_ALSO_VALID: {
    good: [pem.public, onOneLine(pem.public), `${pem.public}, ${onOneLine(pem.public)}`, ','],
    bad: ['key', pem.private, `${pem.public},${otherPem.public}`],
  },
  WEB_ROOT: TEXT,
  TRUSTED_PROXIES: TEXT,
  RATE_LIMIT_SCALE: {
    good: ['0.01', '10000', '1e3', ' 5 ', '0x10', '.5'],
    bad: ['0', '0.001', '10001', 'Infinity', 'NaN', 'much', '1,5', ' ', '-1'],
  },

  JWT_PRIVATE_KEY: {
    good: [pem.private, onOneLine(pem.private)],
    bad: ['key', pem.public, otherPem.private, pem.private.slice(0, -60)],
  },
  SECOND_FACTOR_KEY: SECRET,
  SECOND_FACTOR_KEY_ALSO_VALID: SECRETS,
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: {
    good: ['seventeen quiet llamas', 'k7Qz vB!mW0x'],
    bad: ['eleven char', '', '👩🏽‍💻👩🏽‍💻', 'Password1234'],
    beside: { ADMIN_EMAIL: 'first@association.example' },
  },

  UNSUBSCRIBE_SECRET: SECRET,
  UNSUBSCRIBE_SECRET_ALSO_VALID: SECRETS,
  INBOUND_DOMAIN: {
    good: ['reply.association.example', 'localhost', 'münchen.example', 'xn--mnchen-3ya.example', 'Reply.Example'],
    bad: [
      'reply.association.example.',
      'reply..example',
      '-reply.example',
      'reply-.example',
      'under_score.example',
      '127.0.0.1',
      'reply.1',
      'https://reply.example',
      'two words.example',
      ' reply.example',
      `${'a'.repeat(64)}.example`,
    ],
    beside: { SENDGRID_INBOUND_KEY: pem.public },
  },
  CAMPAIGN_TEST_ADDRESS: EMAIL,
  SENDGRID_WEBHOOK_KEY: { good: [pem.public, onOneLine(pem.public)], bad: [' ', 'key', otherPem.public] },
  SENDGRID_INBOUND_KEY: {
    good: [pem.public],
    bad: [' ', 'key', otherPem.public],
    beside: { INBOUND_DOMAIN: 'reply.association.example' },
  },
  SENDGRID_WEBHOOK_KEY_ALSO_VALID: { good: [pem.public, ','], bad: ['key', `${pem.public},${otherPem.public}`] },
  SENDGRID_API_KEY: { good: ['SG.sandbox', 'SG.7a0c.95d3'], bad: ['7a0c95d3', 'SG.', 'SG.two words', 'sg.7a0c'] },
  CAMPAIGN_RATE: { good: ['1', '100000'], bad: ['0', '100001', 'fast', '0.5'] },
  CAMPAIGN_BATCH: { good: ['1', '1000'], bad: ['0', '1001', 'all'] },
  SENDGRID_API_URL: WEB_ADDRESS,
  MAIL_FROM: {
    good: ['hello@association.example', 'Lectern <hello@association.example>'],
    bad: ['nobody', 'Lectern <hello>'],
  },

  TOURNAMENT_MEMBER_PRICE: { good: ['0', '50', '3000'], bad: ['$30', '30.5', '-1', '30', '100000000', '3e3'] },
  CALENDAR_FEED_SECRET: SECRET,
  CALENDAR_FEED_SECRET_ALSO_VALID: SECRETS,
};

/** Without them no process starts that has them, not even in the local system. */
const REQUIRED = [
  ...['REQUEST_KEY', 'IDENTITY_REQUEST_KEY', 'REDIS_URL', 'DATABASE_URL', 'DATABASE_ADMIN_URL'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'DOCUMENT_LINK_SECRET', 'PUBLIC_URL'],
  ...['JWT_PUBLIC_KEY', 'JWT_PRIVATE_KEY', 'SECOND_FACTOR_KEY', 'UNSUBSCRIBE_SECRET'],
  ...['SENDGRID_WEBHOOK_KEY', 'SENDGRID_API_KEY', 'CALENDAR_FEED_SECRET'],
  // Or a bucket.
  'PICTURES_DIR',
];

let load: (config: Config, environment: Environment) => object;
let variablesOf: (config: Config) => string[];
let classes: Map<string, Config>;

// By their paths: no project of tools imports a service, and a class that is added is found.
beforeAll(async () => {
  const read = async (file: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, unknown>;
  load = (await read('libs/service-kit/src/config/load-config.ts'))['loadConfig'] as typeof load;
  const variables = (await read('libs/service-kit/src/config/variable.ts'))['variablesOf'] as VariablesOf;
  variablesOf = (config) => [...variables(config).keys()];
  const files = readdirSync(join(ROOT, 'services'))
    .map((service) => `services/${service}/src/config.ts`)
    .filter((file) => existsSync(join(ROOT, file)));
  const modules = await Promise.all([...files, 'libs/service-kit/src/config/process-config.ts'].map(read));
  classes = new Map(
    modules
      .flatMap((module) => Object.entries(module))
      .filter((it): it is [string, Config] => typeof it[1] === 'function' && /Config$/.test(it[0])),
  );
});

/** The problems that a process in the local system has with one of its variables. */
const problemsWith = (config: Config, variable: string, environment: Environment): string[] => {
  try {
    load(config, { DEPLOYMENT: 'local', ...environment });
    return [];
  } catch (error) {
    return (error as { problems: string[] }).problems.filter((text) => new RegExp(`^${variable}\\b`).test(text));
  }
};
const everyVariable = (): (readonly [name: string, config: Config, variable: string])[] =>
  [...classes].flatMap(([name, config]) => variablesOf(config).map((variable) => [name, config, variable] as const));

it('knows values of every variable', () => {
  expect([...new Set(everyVariable().map(([, , variable]) => variable))].sort()).toEqual(Object.keys(VALUES).sort());
});

it('takes good values, refuses bad ones by the name of the variable, and repeats none', () => {
  const wrong = everyVariable().flatMap(([name, config, variable]) => {
    const { good, bad = [], beside } = VALUES[variable] as Values;
    return [
      ...good.flatMap((value) =>
        problemsWith(config, variable, { ...beside, [variable]: value }).map((text) => [name, 'good', value, text]),
      ),
      ...bad.flatMap((value) => {
        const problems = problemsWith(config, variable, { ...beside, [variable]: value });
        const isRepeated = value.length > 20 && problems.some((text) => text.includes(value));
        return problems.length > 0 && !isRepeated ? [] : [[name, 'bad', variable, value, ...problems]];
      }),
    ];
  });
  expect(wrong).toEqual([]);
});

it.each([undefined, ''])('asks for the required variables, and for no others: %s', (absent) => {
  const asked = everyVariable().filter(
    ([, config, variable]) =>
      problemsWith(config, variable, absent === undefined ? {} : { [variable]: absent }).length > 0,
  );
  expect(asked.map(([name, , variable]) => [name, variable])).toEqual(
    everyVariable()
      .filter(([, , variable]) => REQUIRED.includes(variable))
      .map(([name, , variable]) => [name, variable]),
  );
});
