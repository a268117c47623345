import { urlOf } from '@lectern/contracts/url';
import { resolve } from 'node:path';
import { SetupError } from '../setup-error.ts';

/** A person's settings of the local system, from the environment; see docs/architecture.md, "The local system". */
export interface LocalSettings {
  /** The project's folder. */
  root: string;
  /** Absolute. */
  dataDir: string;
  host: string;
  /** Undefined when the person left it open: then 3000, or another one when that is taken. 0 is any free one. */
  port: number | undefined;
  sandboxPort: number | undefined;
  /** Undefined: the environment makes no administrator, and the site waits for its setup. */
  adminEmail: string | undefined;
  /** Undefined: generated at the first start. */
  adminPassword: string | undefined;
  /** An administrator's URL of a PostgreSQL to use instead of the embedded one. */
  databaseUrl: string | undefined;
  /** A transaction pooler before it, whose host and port the services use; migrations go past it. */
  databasePoolerUrl: string | undefined;
  redisUrl: string | undefined;
  /** Of the embedded PostgreSQL: `fast` is for tests, whose data may be lost with the machine. */
  durability: 'durable' | 'fast';
  logLevel: string;
  rateLimitScale: string;
  /** How many of each process run beside each other, but for the sandbox. */
  replicas: number;
  /** Prints every line of every process. */
  isVerbose: boolean;
  /** The environment that the processes inherit, without the variables that the local system sets itself. */
  inherited: NodeJS.ProcessEnv;
  stripe: { secretKey: string; webhookSecret: string } | undefined;
  sendgrid: { apiKey: string; webhookKey: string } | undefined;
  /** `ZOOM_*`, for the one service that asks Zoom. */
  zoom: Record<string, string>;
}

/** Set per process by the plan; what the person's shell says of them is for the local system, not for every process. */
const OWN_VARIABLES = [
  ...[
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_ADMIN_URL',
    'DATABASE_POOLER_URL',
    'POSTGRES_DURABILITY',
    'REDIS_URL',
    'REQUEST_KEY',
    'IDENTITY_REQUEST_KEY',
    'HOST',
    'PORT',
    'OPS_PORT',
    'PUBLIC_URL',
    'WEB_ROOT',
    'EDITORIAL_ROOT',
  ],
  ...[
    'SANDBOX_URL',
    'SANDBOX_PORT',
    'SANDBOX_HOST',
    'SANDBOX_PUBLIC_URL',
    'SANDBOX_DATA_DIR',
    'JWT_PRIVATE_KEY',
    'JWT_PUBLIC_KEY',
  ],
  ...[
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_URL',
    'STRIPE_WEBHOOK_URL',
  ],
  ...[
    'SENDGRID_API_KEY',
    'SENDGRID_WEBHOOK_KEY',
    'SENDGRID_API_URL',
    'SENDGRID_WEBHOOK_URL',
    'SENDGRID_WEBHOOK_PRIVATE_KEY',
    'SENDGRID_INBOUND_URL',
    'SENDGRID_INBOUND_KEY',
    'INBOUND_DOMAIN',
    'UNSUBSCRIBE_SECRET',
    'DOCUMENT_LINK_SECRET',
    'PICTURES_DIR',
    'CALENDAR_FEED_SECRET',
    'SECOND_FACTOR_KEY',
  ],
  ...[
    'APP_CLOCK_URL',
    'OTEL_SERVICE_NAME',
    'DEPLOYMENT',
    'NODE_ENV',
    'NODE_OPTIONS',
    'LOG_LEVEL',
    'RATE_LIMIT_SCALE',
    'UV_THREADPOOL_SIZE',
    'MALLOC_ARENA_MAX',
    'LECTERN_REPLICAS',
  ],
];

/** In place of an address: no administrator. */
const NO_ADMIN = 'none';
/** More than one machine needs. */
const MOST_REPLICAS = 4;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Throws {@link SetupError} with every problem together. */
export const readLocalSettings = (env: NodeJS.ProcessEnv, root: string, args: readonly string[]): LocalSettings => {
  const problems: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const port = (name: string): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (/^\d+$/.test(value) && Number(value) <= 65_535) return Number(value);
    problems.push(`${name} is "${value}", not a port number (0 to 65535)`);
    return undefined;
  };
  const url = (name: string, ...protocols: string[]): string | undefined => {
    const value = text(name);
    if (value === undefined || protocols.some((protocol) => urlOf(value)?.protocol === protocol)) {
      return value;
    }
    problems.push(`${name} is not a ${protocols[0]}// address`);
    return undefined;
  };
  const pair = (first: string, second: string): [string, string] | undefined => {
    const [one, two] = [text(first), text(second)];
    if (one !== undefined && two !== undefined) return [one, two];
    if (one !== undefined || two !== undefined)
      problems.push(`${first} and ${second} belong together: set both or none`);
    return undefined;
  };

  const stripe = pair('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const sendgrid = pair('SENDGRID_API_KEY', 'SENDGRID_WEBHOOK_KEY');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL is "${logLevel}", not one of ${LOG_LEVELS.join(', ')}`);
  const rateLimitScale = text('RATE_LIMIT_SCALE') ?? '50';
  if (!(Number(rateLimitScale) > 0)) problems.push('RATE_LIMIT_SCALE is not a number above 0');
  const replicas = Number(text('LECTERN_REPLICAS') ?? '1');
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > MOST_REPLICAS)
    problems.push(`LECTERN_REPLICAS is not a whole number from 1 to ${MOST_REPLICAS}`);
  const durability = text('POSTGRES_DURABILITY') ?? 'durable';
  if (!['durable', 'fast'].includes(durability)) problems.push('POSTGRES_DURABILITY is neither durable nor fast');
  const typedEmail = text('ADMIN_EMAIL') ?? 'admin@lectern.test';
  const adminEmail = typedEmail === NO_ADMIN ? undefined : typedEmail;
  if (adminEmail !== undefined && !/^\S+@\S+$/.test(adminEmail))
    problems.push(`ADMIN_EMAIL is neither an address nor ${NO_ADMIN}`);
  const unknown = args.filter((arg) => arg !== '--verbose');
  if (unknown.length > 0) problems.push(`unknown option ${unknown.join(' ')} (there is --verbose)`);

  const settings: LocalSettings = {
    root,
    dataDir: resolve(root, text('DATA_DIR') ?? '.data'),
    host: text('HOST') ?? '127.0.0.1',
    port: port('PORT'),
    sandboxPort: port('SANDBOX_PORT'),
    adminEmail,
    adminPassword: text('ADMIN_PASSWORD'),
    databaseUrl: url('DATABASE_URL', 'postgres:', 'postgresql:'),
    databasePoolerUrl: url('DATABASE_POOLER_URL', 'postgres:', 'postgresql:'),
    redisUrl: url('REDIS_URL', 'redis:', 'rediss:'),
    durability: durability === 'fast' ? 'fast' : 'durable',
    logLevel,
    rateLimitScale,
    replicas,
    isVerbose: args.includes('--verbose'),
    inherited: Object.fromEntries(
      Object.entries(env).filter(
        ([name]) => !OWN_VARIABLES.includes(name) && !name.startsWith('ZOOM_') && !name.endsWith('_ALSO_VALID'),
      ),
    ),
    stripe: stripe && { secretKey: stripe[0], webhookSecret: stripe[1] },
    sendgrid: sendgrid && { apiKey: sendgrid[0], webhookKey: sendgrid[1] },
    zoom: Object.fromEntries(
      Object.keys(env)
        .filter((name) => name.startsWith('ZOOM_'))
        .map((name) => [name, text(name) ?? '']),
    ),
  };
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
  return settings;
};
