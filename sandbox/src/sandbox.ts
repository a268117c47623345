import { join } from 'node:path';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { MailWebhook } from './mail/event-webhook.ts';
import { SendGridEmulator } from './mail/sendgrid-emulator.ts';
import { ClockFollowers } from './state/clock-followers.ts';
import { SandboxClock } from './state/sandbox-clock.ts';
import { StripeEmulator } from './stripe/stripe-emulator.ts';
import { openStripeStore } from './stripe/tables.ts';
import type { WebhookEndpoint } from './stripe/webhooks/webhook-dispatcher.ts';
import { homePage } from './web/home.page.ts';
import { ZoomEmulator } from './zoom/zoom-emulator.ts';
import type { ZoomEndpoint } from './zoom/zoom-webhook.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port?: number;
  host?: string;
  /** Base of the checkout, portal and invoice addresses; by default where it listens. */
  publicUrl?: string;
  /** Folder that the state is kept in; without one it is in memory only. */
  dataDir?: string;
  /** Where Stripe's events go; none are delivered without. */
  stripeWebhook?: WebhookEndpoint;
  /** Where SendGrid's events go; none are delivered without. */
  sendgridWebhook?: MailWebhook;
  /** Where emails go that SendGrid receives (inbound parse); none are received without. */
  sendgridInbound?: MailWebhook;
  /** Where Zoom's events go; none are delivered without. */
  zoomWebhook?: ZoomEndpoint;
  /** The key that the SendGrid emulator takes; `SG.sandbox` by default. */
  sendgridApiKey?: string;
  /** How far the clock is ahead of the real time, besides what an earlier run was moved forward by; not at all by default. */
  clockOffsetMs?: number;
  /** How many emails the mailbox keeps. */
  mailboxCapacity?: number;
  /** The module of messaging that makes a sample of every email; none are shown without. */
  emailsFile?: string;
  /** Where the site is, for links in the samples. */
  siteUrl?: string;
  /** Without one nothing is logged. */
  logger?: FastifyBaseLogger;
}

export interface Sandbox {
  /** Where it listens, as `http://127.0.0.1:41234`. */
  url: string;
  port: number;
  clock: SandboxClock;
  /** The processes that run by the clock. */
  followers: ClockFollowers;
  stripe: StripeEmulator;
  sendgrid: SendGridEmulator;
  zoom: ZoomEmulator;
  /** Sends events to these endpoints from now on. For tests, where the receiver starts after the sandbox. */
  pointWebhooksTo(endpoints: { stripe?: WebhookEndpoint; sendgrid?: MailWebhook; zoom?: ZoomEndpoint }): void;
  /** Finishes what is under way and stops. The state is kept already. */
  close(): Promise<void>;
}

const DEFAULT_MAILBOX_CAPACITY = 20_000;
const DEFAULT_SITE_URL = 'http://localhost:3000';
const FORM_BYTES = 1024 * 1024;

/** Starts the emulators in this process. @throws Error when the port is taken or the kept state is damaged */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const app = newServer(options.logger);
  const store = openStripeStore(options.dataDir === undefined ? undefined : join(options.dataDir, 'stripe.journal'));
  const clock = new SandboxClock({
    offsetMs: options.clockOffsetMs,
    advanced: (advancedMs) => {
      store.put('settings', { id: 'clockAdvancedMs', value: advancedMs });
      followers.moved();
    },
  });
  const followers = new ClockFollowers(() => clock.advancedMs);
  // Questions that are held would hold up the end of the server.
  app.addHook('preClose', async () => followers.close());
  const stripe = new StripeEmulator(app, {
    store,
    clock,
    followers,
    publicUrl: options.publicUrl ?? '',
    endpoint: options.stripeWebhook,
  });
  const sendgrid = new SendGridEmulator(app, {
    journalFile: options.dataDir === undefined ? undefined : join(options.dataDir, 'mail.journal'),
    clock,
    apiKey: options.sendgridApiKey ?? 'SG.sandbox',
    capacity: options.mailboxCapacity ?? DEFAULT_MAILBOX_CAPACITY,
    webhook: options.sendgridWebhook,
    inbound: options.sendgridInbound,
    inboundFile: options.dataDir === undefined ? undefined : join(options.dataDir, 'mail-inbound.journal'),
    samples: { file: options.emailsFile, siteUrl: options.siteUrl ?? DEFAULT_SITE_URL },
  });
  const zoom = new ZoomEmulator(app, {
    journalFile: options.dataDir === undefined ? undefined : join(options.dataDir, 'zoom.journal'),
    clock,
    publicUrl: options.publicUrl ?? '',
    endpoint: options.zoomWebhook,
  });
  store.load();
  const advancedMs = store.get('settings', 'clockAdvancedMs')?.value;
  if (typeof advancedMs === 'number') clock.restore(advancedMs);

  app.register(homePage);
  stripe.register(app);
  sendgrid.register(app);
  zoom.register(app);
  sendgrid.start();
  zoom.start();
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  const port = Number(new URL(url).port);
  if (options.publicUrl === undefined) stripe.account.publicUrl = zoom.account.publicUrl = url;
  stripe.start();

  return {
    url,
    port,
    clock,
    followers,
    stripe,
    sendgrid,
    zoom,
    pointWebhooksTo: (endpoints) => {
      if (endpoints.stripe !== undefined) stripe.dispatcher.deliverTo(endpoints.stripe);
      if (endpoints.sendgrid !== undefined) sendgrid.webhook.deliverTo(endpoints.sendgrid);
      if (endpoints.zoom !== undefined) zoom.webhook.deliverTo(endpoints.zoom);
    },
    close: async () => {
      await app.close();
      await Promise.all([stripe.close(), sendgrid.close(), zoom.close()]);
      store.close();
    },
  };
};

const newServer = (logger: FastifyBaseLogger | undefined): FastifyInstance => {
  const app: FastifyInstance = fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: FORM_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  });
  // Each emulator reads its bodies itself: forms with Stripe's brackets, JSON that goes into the journal as it came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return app;
};
