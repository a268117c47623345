import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { passwordVariable, REDIS_USER_NAMES } from '../servers/redis-users.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Config = new () => object;
type Environment = Record<string, string | undefined>;
interface Kit {
  load: (config: Config, environment: Environment) => object;
  secrets: (config: Config) => ReadonlyMap<string, { kind: string }>;
  published: (config: Config) => string[];
}

const drawn = (): string => randomBytes(24).toString('hex');
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = {
  private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const address = (scheme: string, password: string): string =>
  `${scheme}://role:${password}@backing.internal:1234/${scheme === 'redis' ? 0 : 'lectern'}`;

const everyProcess = { REDIS_URL: address('redis', drawn()), REQUEST_KEY: drawn() };
/** Of identity and the processes that ask it. */
const identityRequests = { IDENTITY_REQUEST_KEY: drawn() };
const withDatabase = { ...everyProcess, DATABASE_URL: address('postgres', drawn()) };
const mail = {
  ...withDatabase,
  PUBLIC_URL: 'https://association.example',
  UNSUBSCRIBE_SECRET: drawn(),
  ASSOCIATION_ADDRESS: '1 Example Square, Springfield',
};
const meeting = { ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8123456789' };

/** For each class of configuration, a valid environment of a public process. */
const SOUND: Record<string, Environment> = {
  BillingConfig: {
    ...withDatabase,
    STRIPE_SECRET_KEY: `rk_live_${drawn()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${drawn()}`,
  },
  ContentConfig: {
    ...withDatabase,
    ...meeting,
    ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/members',
    DOCUMENT_LINK_SECRET: drawn(),
    PICTURES_S3_BUCKET: 'pictures',
    PICTURES_S3_ACCESS_KEY_ID: 'AKIAIOSFODNN7',
    PICTURES_S3_SECRET_ACCESS_KEY: drawn(),
    ZOOM_ACCOUNT_ID: 'account',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: randomBytes(16).toString('base64url'),
    ZOOM_WEBHOOK_SECRET: randomBytes(16).toString('base64url'),
  },
  GatewayConfig: {
    ...everyProcess,
    ...identityRequests,
    PUBLIC_URL: 'https://association.example',
    JWT_PUBLIC_KEY: pem.public,
  },
  IdentityConfig: {
    PUBLIC_URL: 'https://association.example',
    ...withDatabase,
    ...identityRequests,
    JWT_PRIVATE_KEY: pem.private,
    SECOND_FACTOR_KEY: drawn(),
    ADMIN_EMAIL: 'first@association.example',
    ADMIN_PASSWORD: 'seventeen quiet llamas',
  },
  MessagingConfig: {
    ...mail,
    SUPPORT_EMAIL: 'support@association.example',
    SENDGRID_WEBHOOK_KEY: pem.public,
    INBOUND_DOMAIN: 'reply.association.example',
    SENDGRID_INBOUND_KEY: pem.public,
  },
  MessagingWorkerConfig: {
    ...mail,
    ...meeting,
    ...identityRequests,
    SENDGRID_API_KEY: `SG.${drawn()}`,
    MAIL_FROM: 'Lectern <hello@association.example>',
  },
  MigrationConfig: { DATABASE_URL: address('postgres', drawn()), DATABASE_ADMIN_URL: address('postgres', drawn()) },
  OperatorConfig: { ...everyProcess, ...identityRequests },
  RegistrationsConfig: { ...withDatabase, ...meeting, CALENDAR_FEED_SECRET: drawn() },
};

/** Variables that may be public. A variable in neither list fails. */
const NO_SECRET = [
  ...[
    'DEPLOYMENT',
    'LOG_LEVEL',
    'OPS_PORT',
    'OPS_HOST',
    'APP_CLOCK',
    'APP_CLOCK_SET_AT',
    'APP_CLOCK_URL',
    'DATABASE_POOL_SIZE',
  ],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SERVICE_NAME'],
  ...['PORT', 'HOST', 'PUBLIC_URL', 'WEB_ROOT', 'TRUSTED_PROXIES', 'RATE_LIMIT_SCALE', 'EDITORIAL_ROOT'],
  ...[
    'ASSOCIATION_NAME',
    'ASSOCIATION_FULL_NAME',
    'ASSOCIATION_TAGLINE',
    'ASSOCIATION_FOUNDED',
    'ASSOCIATION_TIME_ZONE',
    'ASSOCIATION_SOCIAL_URLS',
    'ASSOCIATION_COLOR',
    'ASSOCIATION_SECOND_COLOR',
    'ASSOCIATION_LOGO',
    'ASSOCIATION_ADDRESS',
    'ASSOCIATION_ZOOM_URL',
    'ASSOCIATION_DISCORD_URL',
  ],
  ...[
    'ADMIN_EMAIL',
    'SUPPORT_EMAIL',
    'BILLING_EMAIL',
    'CAREERS_EMAIL',
    'CAMPAIGN_TEST_ADDRESS',
    'INBOUND_DOMAIN',
    'MAIL_FROM',
    'CAMPAIGN_RATE',
    'CAMPAIGN_BATCH',
    'TOURNAMENT_MEMBER_PRICE',
  ],
  ...[
    'STRIPE_API_URL',
    'SENDGRID_API_URL',
    'ZOOM_API_URL',
    'ZOOM_ACCOUNT_ID',
    'ZOOM_CLIENT_ID',
    'ZOOM_USER_ID',
    'ZOOM_MEETING_ID',
  ],
  ...[
    'PICTURES_DIR',
    'PICTURES_S3_BUCKET',
    'PICTURES_S3_ENDPOINT',
    'PICTURES_S3_REGION',
    'PICTURES_S3_ACCESS_KEY_ID',
    'PICTURES_S3_PATH_STYLE',
  ],
];

const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const asPem = (key: typeof otherCurve): Record<'private' | 'public', string> => ({
  private: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: key.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
/** Keys, which are not drawn characters: what no key is, or not one of ours. Some of them are public and still must be right. */
const KEYS: Record<string, string[]> = {
  JWT_PRIVATE_KEY: [
    'key',
    '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n',
    asPem(otherCurve).private,
    asPem(short).private,
    pem.public,
  ],
  JWT_PUBLIC_KEY: [
    'key',
    '-----BEGIN PUBLIC KEY-----\nbm90IGEga2V5\n-----END PUBLIC KEY-----\n',
    asPem(otherCurve).public,
    asPem(short).public,
    pem.private,
  ],
  SENDGRID_WEBHOOK_KEY: ['key', asPem(otherCurve).public, asPem(short).public],
  SENDGRID_INBOUND_KEY: ['key', asPem(otherCurve).public, asPem(short).public],
  JWT_PUBLIC_KEY_ALSO_VALID: ['key', asPem(otherCurve).public, `${pem.public},${asPem(short).public}`, pem.private],
  SENDGRID_WEBHOOK_KEY_ALSO_VALID: ['key', `${pem.public},${asPem(otherCurve).public}`],
};
/** Variables that a process has only while a secret is being changed (ADR 0022): lists whose members are checked one by one. */
const isList = (variable: string): boolean => variable.endsWith('_ALSO_VALID');

/** Each kind of secret as a person would make it up. */
const WEAK: Record<string, string> = {
  'too short': 'k7Qz',
  'one character again and again': 'x'.repeat(64),
  'a few characters again and again': 'k7Qz'.repeat(16),
  'a long piece twice': '5f2c8e1a9b7d4063'.repeat(4),
  'a row of the keyboard': `qwertyuiopasdfghjklzxcvbnm`,
  'counted up': 'abcdefghijklmnopqrstuvwxyz0123456789',
  'counted down': '98765432109876543210fedcbazyxwvu',
  'the word of an example': 'please-change-me-to-something-long-01',
  'the name of what it is': 'DatabasePassword_of_2026_for_us',
  'the name of the site': 'lectern-5f2c8e1a9b7d4063c1f8a2e6d9',
};
/** And as people choose a first password. */
const WEAK_TYPED: Record<string, string> = {
  'too short': 'k7Qz vB',
  'one character again and again': 'x'.repeat(20),
  'counted up': '12345678901234',
  'a common word and a number': 'Password1234',
  'the name of the account': 'administrator2026',
  'the name of the site': 'Lectern-Admin-1',
};
const PREFIX: Record<string, string> = {
  STRIPE_SECRET_KEY: 'sk_live_',
  STRIPE_WEBHOOK_SECRET: 'whsec_',
  STRIPE_WEBHOOK_SECRET_ALSO_VALID: 'whsec_',
  SENDGRID_API_KEY: 'SG.',
};

const written = (name: string, kind: string, part: string): string =>
  kind === 'address'
    ? address(name === 'REDIS_URL' ? 'redis' : 'postgres', encodeURIComponent(part))
    : `${PREFIX[name] ?? ''}${part}`;

let kit: Kit;
let classes: Map<string, Config>;

// By their paths: no project of tools imports a service, and a class that is added is found.
beforeAll(async () => {
  const read = async (file: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, unknown>;
  const [load, secret, base, variable] = await Promise.all([
    read('libs/service-kit/src/config/load-config.ts'),
    read('libs/service-kit/src/config/secret.ts'),
    read('libs/service-kit/src/config/process-config.ts'),
    read('libs/service-kit/src/config/variable.ts'),
  ]);
  const variablesOf = variable['variablesOf'] as (config: Config) => ReadonlyMap<string, unknown>;
  kit = {
    load: load['loadConfig'] as Kit['load'],
    secrets: secret['secretsOf'] as Kit['secrets'],
    published: (config) => [...variablesOf(config).keys()],
  };
  const files = readdirSync(join(ROOT, 'services'))
    .map((service) => `services/${service}/src/config.ts`)
    .filter((file) => existsSync(join(ROOT, file)));
  const modules = await Promise.all(files.map(read));
  const found = modules
    .flatMap((module) => Object.entries(module))
    .filter((it): it is [string, Config] => typeof it[1] === 'function' && /Config$/.test(it[0]));
  // The base class of both messaging processes is the configuration of neither.
  classes = new Map([
    ...found.filter(([name]) => name !== 'MailProcessConfig'),
    ['MigrationConfig', base['MigrationConfig'] as Config],
  ]);
});

const problemsOf = (name: string, environment: Environment): string[] => {
  try {
    kit.load(classes.get(name) as Config, environment);
    return [];
  } catch (error) {
    // This does not check whether the texts are built.
    return (error as { problems: string[] }).problems.filter((problem) => !problem.startsWith('EDITORIAL_ROOT'));
  }
};
const secretsOf = (name: string): [string, string][] =>
  [...kit.secrets(classes.get(name) as Config)].map(([variable, { kind }]) => [variable, kind]);

it('knows the configuration of every process', () => {
  expect([...classes.keys()].sort()).toEqual(Object.keys(SOUND).sort());
});

it('has the key of requests to identity in the processes that ask it or are it, and in no other', () => {
  const holders = [...classes.keys()].filter((name) =>
    kit.published(classes.get(name) as Config).includes('IDENTITY_REQUEST_KEY'),
  );
  expect(holders.sort()).toEqual(['GatewayConfig', 'IdentityConfig', 'MessagingWorkerConfig', 'OperatorConfig']);
});

it('knows every configuration that there is', () => {
  const sources = ['services', 'libs/service-kit/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.split(sep).join('/')}`,
    ),
  );
  const holders = sources.filter(
    (file) =>
      /\/src\/.*\.ts$/.test(file) &&
      !/spec\.ts$|node_modules/.test(file) &&
      /class \w+ extends (\w+\()?(Database)?ProcessConfig\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(holders.filter((file) => !/^services\/[a-z]+\/src\/config\.ts$/.test(file))).toEqual([
    'libs/service-kit/src/config/process-config.ts',
  ]);
});

it('knows each secret of the composed system', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const published = new Set(
    [...compose.matchAll(/^ {6}([A-Z_]+):/gm)]
      .map(([, name]) => name as string)
      .filter((name) => /SECRET|KEY|PASSWORD|TOKEN|CREDENTIAL/.test(name)),
  );
  const known = [...classes.keys()].flatMap((name) => [
    ...secretsOf(name).map(([variable]) => variable),
    ...Object.keys(KEYS),
  ]);
  // The servers' own: their values are part of the URLs of the processes that use them.
  expect([...published].filter((name) => !known.includes(name)).sort()).toEqual(
    ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', ...REDIS_USER_NAMES.map(passwordVariable)].sort(),
  );
});

/** Secrets of the composed system of which the table in operations does not say how they are changed. */
const withoutRow = (operations: string): string[] => {
  const compose = ['docker-compose.yml', 'docker-compose.sandbox.yml']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const secrets = new Set(
    [...compose.matchAll(/\$\{([A-Z_]*(?:SECRET|KEY|PASSWORD)[A-Z_]*)/g)].map(([, name]) => name as string),
  );
  const rows = operations
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) => line.split('|')[1] as string);
  return [...secrets].filter((name) => !isList(name) && !rows.some((cell) => cell.includes(`\`${name}\``))).sort();
};

it('says of every secret how it is changed', () => {
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const table = operations.slice(
    operations.search(/^\| secret +\| known to/m),
    operations.indexOf('##### The password of Redis'),
  );
  expect(withoutRow(table)).toEqual([]);
  expect(withoutRow(table.replace(/^\| `CALENDAR.*$/m, ''))).toEqual(['CALENDAR_FEED_SECRET']);
});

it('passes what is also valid to each service of the composed system that knows the secret', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const lists = [...classes.keys()].flatMap((name) => kit.published(classes.get(name) as Config)).filter(isList);
  expect(lists).toHaveLength(20);
  for (const name of lists) expect(compose).toMatch(new RegExp(`^ +${name}: \\$\\{${name}:-\\}$`, 'm'));
});

describe.each(Object.keys(SOUND))('%s of production', (name) => {
  const sound = SOUND[name] as Environment;

  it('takes drawn secrets', () => {
    expect(problemsOf(name, sound)).toEqual([]);
  });

  it('declares for every variable whether it is a secret', () => {
    const known = [...secretsOf(name).map(([variable]) => variable), ...Object.keys(KEYS), ...NO_SECRET];
    expect(kit.published(classes.get(name) as Config).filter((variable) => !known.includes(variable))).toEqual([]);
  });

  it('refuses each secret that can be guessed, in every way, by its name and without its value', () => {
    for (const [variable, kind] of secretsOf(name)) {
      for (const [way, part] of Object.entries(kind === 'typed' ? WEAK_TYPED : WEAK)) {
        const problems = problemsOf(name, { ...sound, [variable]: written(variable, kind, part) });
        expect({ variable, way, problems: problems.map((problem) => problem.split(' ')[0]) }).toEqual({
          variable,
          way,
          problems: expect.arrayContaining([variable]),
        });
        expect(problems.join()).not.toContain(part);
      }
    }
  });

  it('takes several secrets that are valid beside the present one, and looks at each', () => {
    for (const [variable, kind] of secretsOf(name).filter(([it]) => isList(it))) {
      const [one, other] = [drawn(), drawn()].map((part) => written(variable, kind, part)) as [string, string];
      expect(problemsOf(name, { ...sound, [variable]: `${one}, ${other}` })).toEqual([]);
      expect(problemsOf(name, { ...sound, [variable]: `${one},${written(variable, kind, 'k7Qz')}` })).toEqual([
        expect.stringMatching(`^${variable} `),
      ]);
      expect(problemsOf(name, { ...sound, [variable]: `${one},${one}` })).toEqual([
        `${variable} must be another one than ${variable}`,
      ]);
      const currentVariable = variable.replace(/_ALSO_VALID$/, '');
      expect(secretsOf(name).map(([it]) => it)).toContain(currentVariable);
      expect(problemsOf(name, { ...sound, [variable]: sound[currentVariable] })).toEqual([
        expect.stringMatching(/ must be another one than /),
      ]);
    }
  });

  it('refuses an address without a password', () => {
    for (const [variable, kind] of secretsOf(name).filter(([, it]) => it === 'address')) {
      for (const bare of [written(variable, kind, ''), written(variable, kind, '').replace('role:@', '')]) {
        expect(problemsOf(name, { ...sound, [variable]: bare })).toEqual([
          expect.stringMatching(`^${variable} must hold a password`),
        ]);
      }
    }
  });

  it('refuses to do without', () => {
    for (const variable of [...secretsOf(name).map(([it]) => it), ...Object.keys(KEYS)]) {
      if (sound[variable] === undefined || variable === 'DATABASE_ADMIN_URL') continue;
      for (const nothing of [undefined, '']) {
        expect(problemsOf(name, { ...sound, [variable]: nothing })).toEqual(
          expect.arrayContaining([expect.stringMatching(`^${variable}`)]),
        );
      }
    }
  });

  it('refuses a secret that is another one too', () => {
    const secrets = secretsOf(name);
    for (const [variable, kind] of secrets) {
      for (const [other, otherKind] of secrets) {
        if (other === variable) continue;
        const same = drawn();
        const problems = problemsOf(name, {
          ...sound,
          [variable]: written(variable, kind, same),
          [other]: written(other, otherKind, same),
        });
        expect(problems).toEqual([expect.stringMatching(/^\w+ must be another one than \w+$/)]);
        expect(problems.join()).toContain(variable);
        expect(problems.join()).toContain(other);
      }
    }
  });

  it('refuses what is no key, or not one of P-256', () => {
    for (const [variable, wrong] of Object.entries(KEYS)) {
      if (sound[variable.replace(/_ALSO_VALID$/, '')] === undefined) continue;
      for (const key of wrong)
        expect(problemsOf(name, { ...sound, [variable]: key })).toEqual([
          expect.stringMatching(`^${variable} must be`),
        ]);
    }
  });

  it('names all of them together', () => {
    const weak = Object.fromEntries(
      secretsOf(name).map(([variable, kind]) => [variable, written(variable, kind, 'k7Qz')]),
    );
    const named = problemsOf(name, { ...sound, ...weak }).map((problem) => problem.split(' ')[0]);
    expect(named).toEqual(expect.arrayContaining(Object.keys(weak)));
  });

  it('reaches no emulator, wherever it is, and no clock but the machine’s', () => {
    for (const variable of kit
      .published(classes.get(name) as Config)
      .filter((it) => /_API_URL$|^APP_CLOCK(_URL)?$/.test(it))) {
      const values =
        variable === 'APP_CLOCK'
          ? ['2025-10-01T00:00:00Z']
          : ['http://localhost:3001', 'http://127.0.0.1:3001', 'http://sandbox:3001', 'http://10.0.0.7:3001'];
      for (const value of values)
        expect(problemsOf(name, { ...sound, [variable]: value })).toEqual([
          `${variable} may be set in the local system only`,
        ]);
    }
  });

  it('is for people outside of this machine', () => {
    if (sound['PUBLIC_URL'] === undefined) return;
    for (const url of [
      'http://association.example',
      'https://localhost',
      'https://localhost:3000',
      'https://127.0.0.1',
      'https://10.1.2.3',
      'https://192.168.1.2',
      'https://172.16.0.1',
      'https://[::1]',
      'https://lectern.example',
      'https://lectern.test',
    ]) {
      expect(problemsOf(name, { ...sound, PUBLIC_URL: url })).toEqual([expect.stringMatching(/^PUBLIC_URL must/)]);
    }
  });
});

describe('the keys of Stripe', () => {
  it.each([
    ['a test key', `sk_test_${drawn()}`],
    ['a restricted test key', `rk_test_${drawn()}`],
    ['the publishable half', `pk_live_${drawn()}`],
    ['the publishable half of a test key', `pk_test_${drawn()}`],
    ["the sandbox's", 'sk_test_sandbox'],
  ])('are not %s in production', (_what, key) => {
    expect(problemsOf('BillingConfig', { ...SOUND['BillingConfig'], STRIPE_SECRET_KEY: key })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^STRIPE_SECRET_KEY (is a test key|must be a secret)/)]),
    );
  });

  it('may be test keys of Stripe itself in the local system', () => {
    expect(
      problemsOf('BillingConfig', {
        ...SOUND['BillingConfig'],
        DEPLOYMENT: 'local',
        STRIPE_SECRET_KEY: `sk_test_${drawn()}`,
      }),
    ).toEqual([]);
  });
});

it('lets no emails come from the mailbox of the examples', () => {
  for (const from of ['Lectern <hello@lectern.example>', 'hello@lectern.test', 'root@localhost']) {
    expect(problemsOf('MessagingWorkerConfig', { ...SOUND['MessagingWorkerConfig'], MAIL_FROM: from })).toEqual([
      expect.stringMatching(/^MAIL_FROM must be a mailbox/),
    ]);
  }
});
