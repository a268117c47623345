import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { REDIS_USER_NAMES } from '../servers/redis-users.ts';
import { SetupError } from '../setup-error.ts';

/** Made at the first start and kept in the data folder, readable by its owner alone. */
export interface LocalSecrets {
  postgresPassword: string;
  /** The administrator's. */
  redisPassword: string;
  /** Each process's own. */
  redisPasswords: Record<string, string>;
  /** Seals requests and replies between processes in Redis. */
  requestKey: string;
  /** Seals requests to identity and its replies. */
  identityRequestKey: string;
  /** The services' database roles. */
  rolePasswords: Record<string, string>;
  /** ES256, PKCS8 PEM. */
  jwtPrivateKey: string;
  adminPassword: string;
  stripeWebhookSecret: string;
  sendgridApiKey: string;
  /** The sandbox signs SendGrid's events with it: ECDSA P-256, PKCS8 PEM. */
  sendgridWebhookPrivateKey: string;
  /** Signs unsubscribe links. */
  unsubscribeSecret: string;
  documentLinkSecret: string;
  calendarFeedSecret: string;
  /** Seals the secrets of administrators' second factors. */
  secondFactorKey: string;
  /** The sandbox signs Zoom's events with it. */
  zoomWebhookSecret: string;
  /** Values that are also valid while a secret is being changed, by the variable of the one that signs new ones. Edited manually. */
  alsoValid?: Record<string, string[]>;
}

export const secretsFile = (dataDir: string): string => {
  return join(dataDir, 'secrets.json');
};

/** Those of the data folder, completed with fresh ones for names it lacks. `isNew` at the first start. */
export const loadLocalSecrets = async (
  dataDir: string,
  roles: readonly string[],
): Promise<{ secrets: LocalSecrets; isNew: boolean }> => {
  const file = secretsFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new SetupError(`Cannot read ${file}: it belongs to another user.`);
  });
  const kept = text === undefined ? {} : parse(text, file);
  const secrets: LocalSecrets = {
    postgresPassword: kept.postgresPassword ?? password(),
    redisPassword: kept.redisPassword ?? password(),
    redisPasswords: {
      ...Object.fromEntries(REDIS_USER_NAMES.map((name) => [name, password()])),
      ...kept.redisPasswords,
    },
    requestKey: kept.requestKey ?? randomBytes(32).toString('hex'),
    identityRequestKey: kept.identityRequestKey ?? randomBytes(32).toString('hex'),
    rolePasswords: {
      ...Object.fromEntries(roles.map((role) => [role, password()])),
      ...kept.rolePasswords,
    },
    jwtPrivateKey: kept.jwtPrivateKey ?? ecPrivateKey(),
    adminPassword: kept.adminPassword ?? randomBytes(12).toString('base64url'),
    stripeWebhookSecret: kept.stripeWebhookSecret ?? `whsec_${password()}`,
    sendgridApiKey:
      kept.sendgridApiKey ?? `SG.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
    sendgridWebhookPrivateKey: kept.sendgridWebhookPrivateKey ?? ecPrivateKey(),
    unsubscribeSecret: kept.unsubscribeSecret ?? password(),
    documentLinkSecret: kept.documentLinkSecret ?? password(),
    calendarFeedSecret: kept.calendarFeedSecret ?? password(),
    secondFactorKey: kept.secondFactorKey ?? randomBytes(32).toString('hex'),
    zoomWebhookSecret: kept.zoomWebhookSecret ?? password(),
    ...(kept.alsoValid && { alsoValid: kept.alsoValid }),
  };
  const content = `${JSON.stringify(secrets, null, 2)}\n`;
  if (content !== text) {
    await writeFile(`${file}.new`, content, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return { secrets, isNew: text === undefined };
};

/** The public half of a PEM private key, as PEM. */
export const publicKeyPem = (privateKey: string): string => {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
};

/** The public half of a PEM private key as SendGrid shows it: base64 of the DER. */
export const publicKeyBase64 = (privateKey: string): string => {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
};

const parse = (text: string, file: string): Partial<LocalSecrets> => {
  try {
    return JSON.parse(text) as Partial<LocalSecrets>;
  } catch {
    throw new SetupError(
      `${file} is damaged. It holds the database's password: restore it, or start afresh with another DATA_DIR.`,
    );
  }
};

const password = (): string => {
  return randomBytes(18).toString('hex');
};

const ecPrivateKey = (): string => {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
};
