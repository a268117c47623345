import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { passwordVariable, REDIS_USER_NAMES } from '../servers/redis-users.ts';

export interface TrialPorts {
  site: number;
  sandbox: number;
}

const secret = (): string => randomBytes(24).toString('hex');

/** As one line, which a file of variables wants; the processes read `\n` as the end of a line. */
const pem = (key: KeyObject): string =>
  String(key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' })).replaceAll('\n', '\\n');

/** The whole environment of the composed system with the sandbox: each secret is new, and none is worth keeping. */
export const trialEnvironment = (ports: TrialPorts): Record<string, string> => {
  const tokens = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const mail = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    PUBLIC_URL: `http://localhost:${ports.site}`,
    SITE_PORT: String(ports.site),
    SANDBOX_PORT: String(ports.sandbox),
    SEED: 'true',
    POSTGRES_PASSWORD: secret(),
    REDIS_PASSWORD: secret(),
    ...Object.fromEntries(REDIS_USER_NAMES.map((name) => [passwordVariable(name), secret()])),
    REQUEST_KEY: randomBytes(32).toString('hex'),
    IDENTITY_REQUEST_KEY: randomBytes(32).toString('hex'),
    IDENTITY_DATABASE_PASSWORD: secret(),
    BILLING_DATABASE_PASSWORD: secret(),
    REGISTRATIONS_DATABASE_PASSWORD: secret(),
    MESSAGING_DATABASE_PASSWORD: secret(),
    CONTENT_DATABASE_PASSWORD: secret(),
    JWT_PRIVATE_KEY: pem(tokens.privateKey),
    JWT_PUBLIC_KEY: pem(tokens.publicKey),
    SECOND_FACTOR_KEY: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: 'admin@lectern.example',
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    SENDGRID_API_KEY: `SG.${secret()}`,
    SENDGRID_WEBHOOK_KEY: mail.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    INBOUND_DOMAIN: 'reply.lectern.test',
    SENDGRID_INBOUND_KEY: mail.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    SANDBOX_SENDGRID_WEBHOOK_PRIVATE_KEY: mail.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    MAIL_FROM: 'Lectern <hello@lectern.example>',
    SUPPORT_EMAIL: 'support@lectern.test',
    ASSOCIATION_ADDRESS: 'a trial installation, without a postal address',
    UNSUBSCRIBE_SECRET: secret(),
    DOCUMENT_LINK_SECRET: secret(),
    CALENDAR_FEED_SECRET: secret(),
    ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8005550100',
    ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/lectern-trial',
    ZOOM_ACCOUNT_ID: 'zoom_sandbox',
    ZOOM_CLIENT_ID: 'zoom_sandbox_client',
    ZOOM_CLIENT_SECRET: 'zoom_sandbox_secret',
    ZOOM_WEBHOOK_SECRET: secret(),
  };
};

/** In single quotes nothing has a meaning but the quote itself, which no value has. */
export const environmentFile = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
