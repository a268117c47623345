import { createHmac, createPublicKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import type { LocalSecrets } from '@lectern/tools/local/local-secrets';
import { wakeJob } from './testing/jobs.ts';
import { callApi, logInPerson, newRegistration, patiently, payAt, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Every secret that signs or seals is changed, in the whole system: what the one before made goes on working while both are valid, and ends
 * when it is taken away (ADR 0022).
 */

/** Things that people and providers hold and that a secret made. */
interface Held {
  readonly memberToken: string;
  readonly adminToken: string;
  readonly documentUrl: string;
  readonly calendarUrl: string;
  readonly preferencesQuery: string;
}

const password = (): string => randomBytes(18).toString('hex');
const keyPair = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicHalf = (pem: string): string => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
const drawn = () => ({
  jwtPrivateKey: keyPair(),
  stripeWebhookSecret: `whsec_${password()}`,
  sendgridWebhookPrivateKey: keyPair(),
  unsubscribeSecret: password(),
  documentLinkSecret: password(),
  calendarFeedSecret: password(),
  secondFactorKey: password(),
  requestKey: password(),
  identityRequestKey: password(),
  zoomWebhookSecret: password(),
});
type Signing = ReturnType<typeof drawn>;
const alsoValid = (before: Signing): Record<string, string[]> => ({
  JWT_PUBLIC_KEY: [publicHalf(before.jwtPrivateKey)],
  STRIPE_WEBHOOK_SECRET: [before.stripeWebhookSecret],
  SENDGRID_WEBHOOK_KEY: [publicHalf(before.sendgridWebhookPrivateKey)],
  UNSUBSCRIBE_SECRET: [before.unsubscribeSecret],
  DOCUMENT_LINK_SECRET: [before.documentLinkSecret],
  CALENDAR_FEED_SECRET: [before.calendarFeedSecret],
  SECOND_FACTOR_KEY: [before.secondFactorKey],
  REQUEST_KEY: [before.requestKey],
  IDENTITY_REQUEST_KEY: [before.identityRequestKey],
  ZOOM_WEBHOOK_SECRET: [before.zoomWebhookSecret],
});

let system: RunningSystem;
let appSecret: string;
const person = newRegistration();

beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const secretsNow = async (): Promise<LocalSecrets> =>
  JSON.parse(await readFile(join(system.dataDir, 'secrets.json'), 'utf8')) as LocalSecrets;
/** Stops everything, changes the secrets, and starts everything again on the same data. */
const restartWith = async (change: Partial<LocalSecrets>): Promise<void> => {
  await system.stop({ keepsData: true });
  const file = join(system.dataDir, 'secrets.json');
  await writeFile(file, JSON.stringify({ ...(await secretsNow()), ...change }));
  system = await startSystem({ DATA_DIR: system.dataDir });
};

const appCode = (): string => TOTP.generate({ secret: Secret.fromBase32(appSecret) });
const administrator = async () => {
  // The step's code may have been used before the restart, which took less than half a minute.
  await inDatabase((client) => client.query('UPDATE identity.second_factors SET last_step = 0'));
  const { email, password: typed } = (await system.run()).admin;
  return callApi<{ token: string; code: string }>(system, 'POST', '/api/admin/login', {
    body: { email, password: typed, ...(appSecret && { code: appCode() }) },
  });
};
const inDatabase = async <T>(ask: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: (await system.run()).database.adminUrl });
  await client.connect();
  return ask(client).finally(() => client.end());
};

/** Everything that present secrets make. */
const takeAll = async (): Promise<Held> => {
  const memberToken = await logInPerson(system, person);
  const { body } = await administrator();
  const { url } = (
    await callApi<{ url: string }>(system, 'POST', '/api/documents/practice-scenarios/link', { token: memberToken })
  ).body;
  const calendar = await callApi<{ url: string }>(system, 'GET', '/api/calendar-feed', { token: memberToken });
  const email = `reader+${randomBytes(4).toString('hex')}@example.com`;
  await callApi(system, 'POST', '/api/starter-kit', { body: { email } });
  const preferencesQuery = await patiently('the email with its link', async () => {
    const mails = (await (
      await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(email)}`)
    ).json()) as { headers: Record<string, string> }[];
    return new URL(/^<(.+)>$/.exec(mails[0]!.headers['List-Unsubscribe'] ?? '')![1]!).search;
  });
  return { memberToken, adminToken: body.token, documentUrl: url, calendarUrl: calendar.body.url, preferencesQuery };
};

const at = (url: string): string => new URL(url, system.siteUrl).pathname + new URL(url, system.siteUrl).search;
/** How each of them is answered now. */
const answersTo = async (held: Held) => {
  const status = async (path: string, token?: string): Promise<number> =>
    (await callApi(system, 'GET', path, token === undefined ? {} : { token })).status;
  return {
    member: await status('/api/auth/user', held.memberToken),
    administrator: await status('/api/admin/second-factor', held.adminToken),
    document: await status(at(held.documentUrl)),
    calendar: await status(at(held.calendarUrl)),
    preferences: (await callApi(system, 'GET', `/api/mail-preferences${held.preferencesQuery}`)).status,
  };
};

/** How posts of the providers are answered that were signed with these. */
const postsSignedWith = async (secrets: Signing) => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const post = async (provider: string, body: string, headers: Record<string, string>): Promise<number> =>
    (
      await callApi(system, 'POST', `/api/webhooks/${provider}`, {
        body,
        headers: { 'content-type': 'application/json', ...headers },
      })
    ).status;
  const stripe = JSON.stringify({
    id: `evt_${password()}`,
    object: 'event',
    type: 'charge.pending',
    api_version: null,
    created: Number(timestamp),
    data: { object: { object: 'charge', id: 'ch_1' } },
  });
  const zoom = JSON.stringify({ event: 'meeting.started', payload: { object: {} } });
  const sendgrid = '[]';
  const hmac = (secret: string, said: string): string => createHmac('sha256', secret).update(said).digest('hex');
  return {
    stripe: await post('stripe', stripe, {
      'stripe-signature': `t=${timestamp},v1=${hmac(secrets.stripeWebhookSecret, `${timestamp}.${stripe}`)}`,
    }),
    sendgrid: await post('sendgrid', sendgrid, {
      'x-twilio-email-event-webhook-signature': createSign('sha256')
        .update(timestamp + sendgrid)
        .sign(secrets.sendgridWebhookPrivateKey, 'base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    }),
    zoom: await post('zoom', zoom, {
      'x-zm-signature': `v0=${hmac(secrets.zoomWebhookSecret, `v0:${timestamp}:${zoom}`)}`,
      'x-zm-request-timestamp': timestamp,
    }),
  };
};

const ALL_TAKEN = { member: 200, administrator: 200, document: 200, calendar: 200, preferences: 200 };
const POSTS_TAKEN = { stripe: 200, sendgrid: 200, zoom: 200 };
const POSTS_REFUSED = { stripe: 400, sendgrid: 400, zoom: 400 };

describe('secrets that are changed while people use the site', () => {
  let before: Signing;
  let held: Held;
  let after: Signing;
  let taken: Held;
  const refused = { member: 401, administrator: 401, document: 403, calendar: 404, preferences: 400 };

  it('sign and seal things that work', async () => {
    await payAt(await registerPerson(system, person));
    const token = await logInPerson(system, person);
    await patiently('an open membership', async () => {
      const { status } = await callApi(system, 'POST', '/api/documents/practice-scenarios/link', { token });
      if (status !== 200) throw new Error(String(status));
    });
    await callApi(system, 'POST', '/api/calendar-feed', { token });
    const { body } = await administrator();
    const currentPassword = (await system.run()).admin.password;
    const started = await callApi<{ secret: string }>(system, 'POST', '/api/admin/second-factor/start', {
      token: body.token,
      body: { currentPassword },
    });
    appSecret = started.body.secret;
    await callApi(system, 'POST', '/api/admin/second-factor/turn-on', { token: body.token, body: { code: appCode() } });
    before = await secretsNow();
    held = await takeAll();
    expect(await answersTo(held)).toEqual(ALL_TAKEN);
    expect(await postsSignedWith(before)).toEqual(POSTS_TAKEN);
    expect(await postsSignedWith(drawn())).toEqual(POSTS_REFUSED);
  });

  it('accept the former ones’ signatures while both are valid, and make new ones themselves', async () => {
    after = drawn();
    const sealed = () =>
      inDatabase(
        async (client) =>
          (await client.query<{ sealed_secret: string }>('SELECT sealed_secret FROM identity.second_factors')).rows[0]!
            .sealed_secret,
      );
    const sealedBefore = await sealed();
    await restartWith({ ...after, alsoValid: alsoValid(before) });
    expect(await answersTo(held)).toEqual(ALL_TAKEN);
    expect(await postsSignedWith(before)).toEqual(POSTS_TAKEN);
    expect(await postsSignedWith(after)).toEqual(POSTS_TAKEN);
    expect(await postsSignedWith(drawn())).toEqual(POSTS_REFUSED);
    // As each half minute, identity seals the secret of the app's codes again with the present key.
    await wakeJob(system, 'identity', 'reseal-second-factors');
    await patiently('the second factor sealed again', async () => expect(await sealed()).not.toBe(sealedBefore));
    taken = await takeAll();
    for (const name of Object.keys(held) as (keyof Held)[])
      expect({ name, value: taken[name] }).not.toEqual({ name, value: held[name] });
    expect(await answersTo(taken)).toEqual(ALL_TAKEN);
  });

  it('invalidate the former ones’ signatures when those are removed, and none of their own', async () => {
    await restartWith({ alsoValid: {} });
    expect(await answersTo(held)).toEqual(refused);
    expect(await answersTo(taken)).toEqual(ALL_TAKEN);
    expect(await postsSignedWith(before)).toEqual(POSTS_REFUSED);
    expect(await postsSignedWith(after)).toEqual(POSTS_TAKEN);
    expect(await administrator()).toMatchObject({ status: 200 });
  });
});
