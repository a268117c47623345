import { join } from 'node:path';
import { ASKED_SERVICES, RPC_CALLERS } from '@lectern/contracts/rpc';
import { type LocalSecrets, publicKeyBase64, publicKeyPem } from './local-secrets.ts';
import type { LocalSettings } from './local-settings.ts';
import type { SitePorts } from './site-ports.ts';

/** One Node process of the system. */
export interface ProcessSpec {
  name: string;
  /** Later stages are stopped before earlier ones. */
  stage: 'sandbox' | 'service' | 'gateway';
  /** The built file that it runs. */
  entry: string;
  args?: string[];
  env: Record<string, string>;
  nodeFlags: string[];
  /** Answers 200 when it is ready. */
  readyUrl: string;
  opsUrl?: string;
  /** For its orderly end. */
  stopMilliseconds: number;
}

/** The arguments of one service's migrations; see `migrate-all.ts`. */
export interface MigrationSpec {
  name: string;
  entry: string;
  env: Record<string, string>;
}

export interface SystemPlan {
  processes: ProcessSpec[];
  migrations: MigrationSpec[];
}

export interface PlanContext {
  settings: LocalSettings;
  secrets: LocalSecrets;
  ports: SitePorts;
  /** One free port for each of {@link opsProcesses}. */
  opsPorts: Record<string, number>;
  /** Where gateways listen beside the first one; one less than there are replicas. */
  otherGatewayPorts: number[];
  siteUrl: string;
  sandboxUrl: string;
  /** An administrator's, naming the system's database. */
  databaseAdminUrl: string;
  /** Of each service that has a database. */
  databaseUrls: Record<string, string>;
  /** Of each process that Redis has a user for. */
  redisUrls: Record<string, string>;
}

/** Services with a schema, and so with a database role and migrations. */
export const DATABASE_SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];
/** The processes that run in replicas: each has health and metrics on a port of its own. */
const REPLICATED = [...DATABASE_SERVICES, 'messaging-worker', 'gateway'];

/** The names of a process’s replicas: "billing", "billing-2", … */
export const replicaNames = (name: string, replicas: number): string[] =>
  Array.from({ length: replicas }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));

/** Identity and the processes that ask it. */
const KNOW_IDENTITY_REQUESTS = [
  'identity',
  ...RPC_CALLERS.filter((caller) => ASKED_SERVICES[caller].includes('identity')),
];

/** Every process with health and metrics, by its name. */
export const opsProcesses = (replicas: number): string[] => REPLICATED.flatMap((name) => replicaNames(name, replicas));

const STRIPE_SANDBOX_KEY = 'sk_test_sandbox';
/** The domain whose emails the SendGrid emulator receives. */
const SANDBOX_INBOUND_DOMAIN = 'reply.lectern.test';
/** The one app that the sandbox's Zoom knows. */
const ZOOM_SANDBOX_APP = {
  ZOOM_ACCOUNT_ID: 'zoom_sandbox',
  ZOOM_CLIENT_ID: 'zoom_sandbox_client',
  ZOOM_CLIENT_SECRET: 'zoom_sandbox_secret',
};
const ZOOM_ACCESS = [...Object.keys(ZOOM_SANDBOX_APP), 'ZOOM_WEBHOOK_SECRET'];

/**
 * A laptop has little memory: without bounds V8 lets each of nine young generations grow to 48 MB before it
 * cleans up, and glibc keeps an arena for each thread. Measured on an idle service: 76 MB of its own instead of 109,
 * and no slower to start.
 */
const NODE_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=4'];
const LEAN = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' };

/** Every process of Lectern and the environment of each: a secret goes to the process that needs it and to no other. */
export const lecternPlan = (context: PlanContext): SystemPlan => {
  const { settings, secrets, ports, siteUrl, sandboxUrl } = context;
  const { root } = settings;
  // From Node 22 on: compiled code is kept for the next start.
  const compiled = { NODE_COMPILE_CACHE: join(settings.dataDir, 'compiled') };
  // A process that is started again later must not go back in time with its clock.
  const clock: Record<string, string> = settings.inherited['APP_CLOCK']
    ? { APP_CLOCK_SET_AT: new Date().toISOString() }
    : {};
  // Where the sandbox's payments fall due, the product lives in the sandbox's time. The real Stripe lives in the real one.
  const ledClock: Record<string, string> =
    settings.stripe === undefined ? { APP_CLOCK_URL: `${sandboxUrl}/stripe/test_helpers/clock` } : {};
  /** A process with a secret also gets the other values that are valid while it is being changed. */
  const withAlsoValid = (env: Record<string, string>): Record<string, string> => ({
    ...env,
    ...Object.fromEntries(
      Object.entries(secrets.alsoValid ?? {})
        .filter(([name]) => env[name] !== undefined)
        .map(([name, values]) => [`${name}_ALSO_VALID`, values.join(',')]),
    ),
  });
  const common = {
    DEPLOYMENT: 'local',
    NODE_ENV: 'production',
    LOG_LEVEL: settings.logLevel,
    PUBLIC_URL: siteUrl,
    ...withAlsoValid({ REQUEST_KEY: secrets.requestKey }),
    RATE_LIMIT_SCALE: settings.rateLimitScale,
    ...compiled,
    ...clock,
    ...ledClock,
    ...LEAN,
  };
  const identityRequests = (process: string): Record<string, string> =>
    KNOW_IDENTITY_REQUESTS.includes(process) ? withAlsoValid({ IDENTITY_REQUEST_KEY: secrets.identityRequestKey }) : {};
  const stripe: Record<string, string> =
    settings.stripe === undefined
      ? {
          STRIPE_SECRET_KEY: STRIPE_SANDBOX_KEY,
          STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
          STRIPE_API_URL: sandboxUrl,
        }
      : {
          STRIPE_SECRET_KEY: settings.stripe.secretKey,
          STRIPE_WEBHOOK_SECRET: settings.stripe.webhookSecret,
        };
  const sendgrid: Record<string, string> =
    settings.sendgrid === undefined
      ? {
          SENDGRID_API_KEY: secrets.sendgridApiKey,
          SENDGRID_WEBHOOK_KEY: publicKeyBase64(secrets.sendgridWebhookPrivateKey),
          INBOUND_DOMAIN: SANDBOX_INBOUND_DOMAIN,
          SENDGRID_INBOUND_KEY: publicKeyBase64(secrets.sendgridWebhookPrivateKey),
          SENDGRID_API_URL: sandboxUrl,
        }
      : { SENDGRID_API_KEY: settings.sendgrid.apiKey, SENDGRID_WEBHOOK_KEY: settings.sendgrid.webhookKey };
  // The settings that select meetings may be combined with either Zoom.
  const zoom: Record<string, string> = ZOOM_ACCESS.some((name) => settings.zoom[name])
    ? settings.zoom
    : {
        ...settings.zoom,
        ...ZOOM_SANDBOX_APP,
        ZOOM_WEBHOOK_SECRET: secrets.zoomWebhookSecret,
        ZOOM_API_URL: sandboxUrl,
      };
  const ownEnv: Record<string, Record<string, string>> = {
    identity: {
      JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
      SECOND_FACTOR_KEY: secrets.secondFactorKey,
      ...(settings.adminEmail === undefined
        ? {}
        : { ADMIN_EMAIL: settings.adminEmail, ADMIN_PASSWORD: settings.adminPassword ?? secrets.adminPassword }),
      // Password hashing waits for threads.
      UV_THREADPOOL_SIZE: '4',
    },
    billing: stripe,
    registrations: { CALENDAR_FEED_SECRET: secrets.calendarFeedSecret },
    messaging: { ...sendgrid, UNSUBSCRIBE_SECRET: secrets.unsubscribeSecret },
    content: {
      ...zoom,
      EDITORIAL_ROOT: join(root, 'editorial', 'dist'),
      DOCUMENT_LINK_SECRET: secrets.documentLinkSecret,
      PICTURES_DIR: join(settings.dataDir, 'pictures'),
    },
  };

  const servedUrl = (service: string): string => {
    const url = context.databaseUrls[service] ?? '';
    if (url === '' || settings.databasePoolerUrl === undefined) return url;
    const { hostname, port } = new URL(settings.databasePoolerUrl);
    return Object.assign(new URL(url), { hostname, port }).href;
  };
  const serviceEnv = (service: string): Record<string, string> => ({
    ...common,
    DATABASE_URL: servedUrl(service),
    ...withAlsoValid(ownEnv[service] ?? {}),
  });
  const opsUrl = (name: string): string => `http://127.0.0.1:${context.opsPorts[name]}`;
  const services = (process: string, folder: string, file: string): ProcessSpec[] =>
    replicaNames(process, settings.replicas).map((name) => ({
      name,
      stage: 'service',
      entry: join(root, 'services', folder, 'dist', file),
      env: {
        ...serviceEnv(folder),
        ...identityRequests(process),
        REDIS_URL: context.redisUrls[process] ?? '',
        OPS_PORT: String(context.opsPorts[name]),
      },
      nodeFlags: NODE_FLAGS,
      readyUrl: `${opsUrl(name)}/readyz`,
      opsUrl: opsUrl(name),
      stopMilliseconds: 12_000,
    }));
  const gateways = services('gateway', 'gateway', 'main.js').map((gateway, index): ProcessSpec => ({
    ...gateway,
    stage: 'gateway',
    env: {
      ...common,
      ...identityRequests('gateway'),
      REDIS_URL: context.redisUrls['gateway'] ?? '',
      OPS_PORT: String(context.opsPorts[gateway.name]),
      PORT: String([ports.gateway ?? ports.site, ...context.otherGatewayPorts][index]),
      HOST: settings.host,
      WEB_ROOT: join(root, 'web', 'dist'),
      ...withAlsoValid({ JWT_PUBLIC_KEY: publicKeyPem(secrets.jwtPrivateKey) }),
      SANDBOX_URL: sandboxUrl,
    },
  }));
  const sandbox: ProcessSpec = {
    name: 'sandbox',
    stage: 'sandbox',
    entry: join(root, 'sandbox', 'dist', 'main.js'),
    env: {
      DEPLOYMENT: 'local',
      NODE_ENV: 'production',
      LOG_LEVEL: settings.logLevel,
      ...compiled,
      ...clock,
      ...LEAN,
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_HOST: settings.host,
      SANDBOX_PUBLIC_URL: sandboxUrl,
      SANDBOX_DATA_DIR: join(settings.dataDir, 'sandbox'),
      SANDBOX_EMAILS: join(root, 'services', 'messaging', 'dist', 'email-samples.js'),
      PUBLIC_URL: siteUrl,
      STRIPE_WEBHOOK_URL: `${siteUrl}/api/webhooks/stripe`,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      SENDGRID_WEBHOOK_URL: `${siteUrl}/api/webhooks/sendgrid`,
      SENDGRID_INBOUND_URL: `${siteUrl}/api/webhooks/sendgrid/inbound`,
      SENDGRID_WEBHOOK_PRIVATE_KEY: secrets.sendgridWebhookPrivateKey,
      SENDGRID_API_KEY: secrets.sendgridApiKey,
      ZOOM_WEBHOOK_URL: `${siteUrl}/api/webhooks/zoom`,
      ZOOM_WEBHOOK_SECRET: secrets.zoomWebhookSecret,
    },
    nodeFlags: NODE_FLAGS,
    readyUrl: `http://127.0.0.1:${ports.sandbox}/healthz`,
    stopMilliseconds: 5000,
  };
  return {
    processes: [
      sandbox,
      ...DATABASE_SERVICES.flatMap((name) => services(name, name, 'main.js')),
      ...services('messaging-worker', 'messaging', 'worker.js'),
      ...gateways,
    ],
    migrations: DATABASE_SERVICES.map((name) => ({
      name,
      entry: join(root, 'services', name, 'dist', 'migrate.js'),
      env: {
        ...serviceEnv(name),
        DATABASE_URL: context.databaseUrls[name] ?? '',
        DATABASE_ADMIN_URL: context.databaseAdminUrl,
      },
    })),
  };
};
