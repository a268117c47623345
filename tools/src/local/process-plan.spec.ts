import { describe, expect, it } from 'vitest';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { REDIS_USER_NAMES } from '../servers/redis-users.ts';
import { readLocalSettings } from './local-settings.ts';
import { DATABASE_SERVICES, lecternPlan, opsProcesses, type SystemPlan } from './process-plan.ts';

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const plan = (env: NodeJS.ProcessEnv = {}, alsoValid: Record<string, string[]> = {}): SystemPlan => {
  const settings = readLocalSettings(env, '/project', []);
  return lecternPlan({
    settings,
    secrets: {
      postgresPassword: 'pg',
      redisPassword: 'redis',
      redisPasswords: {},
      requestKey: 'requests',
      identityRequestKey: 'identity-requests',
      rolePasswords: {},
      jwtPrivateKey: pem,
      adminPassword: 'generated',
      stripeWebhookSecret: 'whsec_local',
      sendgridApiKey: 'SG.local',
      sendgridWebhookPrivateKey: pem,
      unsubscribeSecret: 'unsubscribe',
      documentLinkSecret: 'documents',
      calendarFeedSecret: 'calendars',
      secondFactorKey: 'second-factors',
      zoomWebhookSecret: 'zoom-local',
      alsoValid,
    },
    ports: { site: 3000, sandbox: 3001 },
    opsPorts: Object.fromEntries(opsProcesses(settings.replicas).map((name, index) => [name, 20_000 + index])),
    otherGatewayPorts: [3100, 3200],
    siteUrl: 'http://localhost:3000',
    sandboxUrl: 'http://localhost:3001',
    databaseAdminUrl: 'postgres://admin@db/lectern',
    databaseUrls: Object.fromEntries(DATABASE_SERVICES.map((name) => [name, `postgres://lectern_${name}@db/lectern`])),
    redisUrls: Object.fromEntries(REDIS_USER_NAMES.map((name) => [name, `redis://${name}:of-${name}@cache`])),
  });
};

const envOf = (name: string, { processes }: SystemPlan): Record<string, string> => {
  return processes.find((process) => process.name === name)?.env ?? {};
};

describe('the processes of Lectern', () => {
  it('gives each secret to the processes that need it and to no other', () => {
    const holders = (variable: string): string[] =>
      plan()
        .processes.filter(({ env }) => env[variable] !== undefined)
        .map(({ name }) => name);
    expect(holders('JWT_PRIVATE_KEY')).toEqual(['identity']);
    expect(holders('JWT_PUBLIC_KEY')).toEqual(['gateway']);
    expect(holders('SECOND_FACTOR_KEY')).toEqual(['identity']);
    expect(holders('IDENTITY_REQUEST_KEY')).toEqual(['identity', 'messaging-worker', 'gateway']);
    expect(holders('REQUEST_KEY')).toEqual([...DATABASE_SERVICES, 'messaging-worker', 'gateway']);
    expect(holders('ADMIN_PASSWORD')).toEqual(['identity']);
    expect(holders('STRIPE_SECRET_KEY')).toEqual(['billing']);
    expect(holders('STRIPE_WEBHOOK_SECRET')).toEqual(['sandbox', 'billing']);
    expect(holders('SENDGRID_API_KEY')).toEqual(['sandbox', 'messaging', 'messaging-worker']);
    expect(holders('UNSUBSCRIBE_SECRET')).toEqual(['messaging', 'messaging-worker']);
    expect(holders('DOCUMENT_LINK_SECRET')).toEqual(['content']);
    expect(holders('CALENDAR_FEED_SECRET')).toEqual(['registrations']);
    expect(holders('ZOOM_CLIENT_SECRET')).toEqual(['content']);
    expect(holders('ZOOM_WEBHOOK_SECRET')).toEqual(['sandbox', 'content']);
    expect(holders('DATABASE_URL')).toEqual([...DATABASE_SERVICES, 'messaging-worker']);
    expect(holders('DATABASE_ADMIN_URL')).toEqual([]);
  });

  it('gives each process its own user of Redis, and the sandbox none', () => {
    const { processes } = plan({ LECTERN_REPLICAS: '2' });
    for (const { name, env } of processes) {
      const user = name.replace(/-\d$/, '');
      expect([name, env['REDIS_URL']]).toEqual([
        name,
        user === 'sandbox' ? undefined : `redis://${user}:of-${user}@cache`,
      ]);
    }
  });

  it('gives the other valid values to the processes that have the secret, and ignores those of the person’s shell', () => {
    const system = plan(
      { JWT_PUBLIC_KEY_ALSO_VALID: 'of the shell' },
      { JWT_PUBLIC_KEY: ['one', 'other'], SECOND_FACTOR_KEY: ['before'], IDENTITY_REQUEST_KEY: ['former'] },
    );
    const published = (variable: string) =>
      system.processes.filter(({ env }) => env[variable] !== undefined).map(({ name, env }) => [name, env[variable]]);
    expect(published('JWT_PUBLIC_KEY_ALSO_VALID')).toEqual([['gateway', 'one,other']]);
    expect(published('SECOND_FACTOR_KEY_ALSO_VALID')).toEqual([['identity', 'before']]);
    expect(published('IDENTITY_REQUEST_KEY_ALSO_VALID')).toEqual([
      ['identity', 'former'],
      ['messaging-worker', 'former'],
      ['gateway', 'former'],
    ]);
    expect(readLocalSettings({ JWT_PUBLIC_KEY_ALSO_VALID: 'of the shell' }, '/project', []).inherited).toEqual({});
  });

  it('leads services to the pooler, and migrations past it', () => {
    const pooled = plan({ DATABASE_POOLER_URL: 'postgres://pooler:6432' });
    expect(envOf('billing', pooled)['DATABASE_URL']).toBe('postgres://lectern_billing@pooler:6432/lectern');
    expect(envOf('messaging-worker', pooled)['DATABASE_URL']).toBe('postgres://lectern_messaging@pooler:6432/lectern');
    expect(pooled.migrations.map(({ env }) => new URL(env['DATABASE_URL'] ?? '').host)).toEqual(
      pooled.migrations.map(() => 'db'),
    );
  });

  it('lets the worker share the database of its service, on an ops port of its own', () => {
    const system = plan();
    const [service, worker] = [envOf('messaging', system), envOf('messaging-worker', system)];
    expect(worker['DATABASE_URL']).toBe(service['DATABASE_URL']);
    expect(worker['OPS_PORT']).not.toBe(service['OPS_PORT']);
  });

  it('runs the configured number of replicas of each, which differ in their ports alone, and one sandbox', () => {
    const { processes } = plan({ LECTERN_REPLICAS: '2' });
    expect(processes.map(({ name }) => name)).toEqual(['sandbox', ...opsProcesses(2)]);
    const opsUrls = processes.flatMap(({ opsUrl }) => opsUrl ?? []);
    expect([opsUrls.length, new Set(opsUrls).size]).toEqual([14, 14]);
    for (const name of opsProcesses(1)) {
      const [first, second] = [name, `${name}-2`].map((one) => processes.find((process) => process.name === one)!);
      const isOwn = ([variable]: [string, string]): boolean => variable !== 'OPS_PORT' && variable !== 'PORT';
      expect(Object.entries(second!.env).filter(isOwn)).toEqual(Object.entries(first!.env).filter(isOwn));
      expect([second!.entry, second!.stage]).toEqual([first!.entry, first!.stage]);
      expect(second!.readyUrl).toBe(`http://127.0.0.1:${second!.env['OPS_PORT']}/readyz`);
    }
    expect(['gateway', 'gateway-2'].map((name) => envOf(name, { processes, migrations: [] })['PORT'])).toEqual([
      '3000',
      '3100',
    ]);
  });

  it('gives the public half of the key with which the sandbox signs', () => {
    const key = createPublicKey({
      key: Buffer.from(envOf('messaging', plan())['SENDGRID_WEBHOOK_KEY'] ?? '', 'base64'),
      format: 'der',
      type: 'spki',
    });
    expect(key.equals(createPublicKey(pem))).toBe(true);
  });

  it('gives the URL of the mailbox to the sandbox alone', () => {
    const system = plan();
    expect(envOf('sandbox', system)).toMatchObject({
      SANDBOX_EMAILS: '/project/services/messaging/dist/email-samples.js',
      PUBLIC_URL: 'http://localhost:3000',
    });
    expect(system.processes.filter(({ env }) => env['SANDBOX_EMAILS'] !== undefined)).toHaveLength(1);
  });

  it('passes real provider keys on, and then no address of the sandbox', () => {
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_real',
      STRIPE_WEBHOOK_SECRET: 'whsec_real',
      ZOOM_CLIENT_ID: 'zoom',
    };
    const system = plan(env);
    expect(envOf('billing', system)).toMatchObject({
      STRIPE_SECRET_KEY: 'sk_test_real',
      STRIPE_WEBHOOK_SECRET: 'whsec_real',
    });
    expect(envOf('billing', system)).not.toHaveProperty('STRIPE_API_URL');
    expect(envOf('sandbox', system)['STRIPE_WEBHOOK_SECRET']).toBe('whsec_local');
    expect(envOf('content', system)['ZOOM_CLIENT_ID']).toBe('zoom');
    expect(envOf('content', system)).not.toHaveProperty('ZOOM_API_URL');
    expect(envOf('sandbox', system)['ZOOM_WEBHOOK_SECRET']).toBe('zoom-local');
    expect(envOf('messaging', system)['SENDGRID_API_URL']).toBe('http://localhost:3001');
  });

  it('uses the Zoom emulator where no access to Zoom is configured, also when the meeting is', () => {
    expect(envOf('content', plan({ ZOOM_MEETING_ID: '812 3456 7890' }))).toMatchObject({
      ZOOM_MEETING_ID: '812 3456 7890',
      ZOOM_ACCOUNT_ID: 'zoom_sandbox',
      ZOOM_WEBHOOK_SECRET: 'zoom-local',
      ZOOM_API_URL: 'http://localhost:3001',
    });
  });

  it('lets every process of ours follow the clock of the sandbox, from the same instant', () => {
    const ours = [...DATABASE_SERVICES, 'messaging-worker', 'gateway'];
    const system = plan({ APP_CLOCK: '2025-10-01T09:00:00Z' });
    for (const name of ours)
      expect(envOf(name, system)['APP_CLOCK_URL']).toBe('http://localhost:3001/stripe/test_helpers/clock');
    const setAt = system.processes.map(({ env }) => env['APP_CLOCK_SET_AT']);
    expect(new Set(setAt).size).toBe(1);
    expect(setAt[0]).toBeDefined();
  });

  it('leaves the clock alone where Stripe is the real one', () => {
    const system = plan({ STRIPE_SECRET_KEY: 'sk_test_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' });
    for (const { env } of system.processes) expect(env).not.toHaveProperty('APP_CLOCK_URL');
  });

  it('makes roles with the administrator only while migrating', () => {
    for (const { env } of plan().migrations) expect(env['DATABASE_ADMIN_URL']).toBe('postgres://admin@db/lectern');
  });
});
