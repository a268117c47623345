import { urlOf } from '@lectern/contracts/url';
import { readPrivateKey } from './mail/event-webhook.ts';
import { isModulePath } from './mail/email-samples.ts';
import type { SandboxOptions } from './sandbox.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The problems of the environment, each on a line of its own. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The sandbox cannot start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * The sandbox's options out of the environment.
 * @throws ConfigError with every problem together; always in production, where emulators are not allowed; it is production unless `DEPLOYMENT` is `local`
 */
export const readConfig = (env: Environment): SandboxOptions & { port: number; publicUrl: string } => {
  const problems: string[] = [];
  // As for every process, the default is production: emulators must never become reachable by accident.
  if ((env.DEPLOYMENT || 'production') === 'production')
    problems.push('DEPLOYMENT is production: the emulators never run there. In the local system it is set to local');
  else if (env.DEPLOYMENT !== 'local') problems.push('DEPLOYMENT is local or production');
  const port = readPort(env.SANDBOX_PORT, problems);
  const publicUrl = readUrl(
    env,
    'SANDBOX_PUBLIC_URL',
    `http://localhost:${Number.isInteger(port) ? port : 3001}`,
    problems,
  ).replace(/\/+$/, '');
  const stripeUrl = readUrl(env, 'STRIPE_WEBHOOK_URL', 'http://localhost:3000/api/webhooks/stripe', problems);
  const sendgridUrl =
    env.SENDGRID_WEBHOOK_URL === undefined || env.SENDGRID_WEBHOOK_URL === ''
      ? undefined
      : readUrl(env, 'SENDGRID_WEBHOOK_URL', '', problems);
  const inboundUrl =
    env.SENDGRID_INBOUND_URL === undefined || env.SENDGRID_INBOUND_URL === ''
      ? undefined
      : readUrl(env, 'SENDGRID_INBOUND_URL', '', problems);
  const zoomUrl = readUrl(env, 'ZOOM_WEBHOOK_URL', 'http://localhost:3000/api/webhooks/zoom', problems);
  const siteUrl = env.PUBLIC_URL ? readUrl(env, 'PUBLIC_URL', '', problems).replace(/\/+$/, '') : undefined;
  const emailsFile = readModulePath(env.SANDBOX_EMAILS, problems);
  const privateKey = readKey(
    env.SENDGRID_WEBHOOK_PRIVATE_KEY,
    sendgridUrl !== undefined || inboundUrl !== undefined,
    problems,
  );
  const clockOffsetMs = offsetOf(
    readInstant('APP_CLOCK', env.APP_CLOCK, problems),
    readInstant('APP_CLOCK_SET_AT', env.APP_CLOCK_SET_AT, problems),
  );
  const mailboxCapacity = readCapacity(env.SANDBOX_MAILBOX_CAPACITY, problems);
  if (
    env.STRIPE_WEBHOOK_SECRET !== undefined &&
    env.STRIPE_WEBHOOK_SECRET !== '' &&
    !env.STRIPE_WEBHOOK_SECRET.startsWith('whsec_')
  )
    problems.push('STRIPE_WEBHOOK_SECRET begins with whsec_');
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port,
    publicUrl,
    host: env.SANDBOX_HOST ?? '127.0.0.1',
    ...(env.SANDBOX_DATA_DIR !== undefined && env.SANDBOX_DATA_DIR !== '' && { dataDir: env.SANDBOX_DATA_DIR }),
    ...(env.STRIPE_WEBHOOK_SECRET !== undefined &&
      env.STRIPE_WEBHOOK_SECRET !== '' && {
        stripeWebhook: { url: stripeUrl, secret: env.STRIPE_WEBHOOK_SECRET },
      }),
    ...(sendgridUrl !== undefined && { sendgridWebhook: { url: sendgridUrl, privateKey } }),
    ...(inboundUrl !== undefined && { sendgridInbound: { url: inboundUrl, privateKey } }),
    ...(env.ZOOM_WEBHOOK_SECRET !== undefined &&
      env.ZOOM_WEBHOOK_SECRET !== '' && {
        zoomWebhook: { url: zoomUrl, secret: env.ZOOM_WEBHOOK_SECRET },
      }),
    ...(env.SENDGRID_API_KEY !== undefined && env.SENDGRID_API_KEY !== '' && { sendgridApiKey: env.SENDGRID_API_KEY }),
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
    ...(mailboxCapacity !== undefined && { mailboxCapacity }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(emailsFile !== undefined && { emailsFile }),
  };
};

const readPort = (text: string | undefined, problems: string[]): number => {
  const port = Number(text ?? '3001');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    problems.push(`SANDBOX_PORT is a port number, not "${text ?? ''}"`);
  return port;
};

const readUrl = (env: Environment, name: string, fallback: string, problems: string[]): string => {
  const text = env[name] ?? '';
  const value = text === '' ? fallback : text;
  if (!/^https?:$/.test(urlOf(value)?.protocol ?? '')) problems.push(`${name} is an http address, not "${value}"`);
  return value;
};

const readKey = (text: string | undefined, isNeeded: boolean, problems: string[]): string | undefined => {
  if (text === undefined || text === '') {
    if (isNeeded)
      problems.push('SENDGRID_WEBHOOK_PRIVATE_KEY is needed with SENDGRID_WEBHOOK_URL and SENDGRID_INBOUND_URL');
    return undefined;
  }
  try {
    readPrivateKey(text);
  } catch {
    problems.push('SENDGRID_WEBHOOK_PRIVATE_KEY is an ECDSA P-256 private key, as PEM or base64 of DER');
  }
  return text;
};

/** How far a clock that was set is ahead of the real time. */
const offsetOf = (setTo: Date | undefined, setAt = new Date()): number | undefined =>
  setTo === undefined ? undefined : setTo.getTime() - setAt.getTime();

const readInstant = (name: string, text: string | undefined, problems: string[]): Date | undefined => {
  if (text === undefined || text === '') return undefined;
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(instant.getTime()))
    problems.push(`${name} is an ISO instant as 2025-10-01T09:00:00Z, not "${text}"`);
  return instant;
};

const readModulePath = (text: string | undefined, problems: string[]): string | undefined => {
  if (text === undefined || text === '') return undefined;
  if (!isModulePath(text)) problems.push(`SANDBOX_EMAILS is the whole path of a module, not "${text}"`);
  return text;
};

const readCapacity = (text: string | undefined, problems: string[]): number | undefined => {
  if (text === undefined || text === '') return undefined;
  const capacity = Number(text);
  if (!Number.isInteger(capacity) || capacity < 1)
    problems.push(`SANDBOX_MAILBOX_CAPACITY is a whole number above 0, not "${text}"`);
  return capacity;
};
