import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceivedSpan, type SpanReceiver, startSpanReceiver } from '@lectern/test-kit/span-receiver';
import { until } from '@lectern/test-kit/until';
import {
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * The whole built system, configured to export its spans, and a collector that keeps them: the trace of one act of a person, and data
 * that no trace may contain.
 */
let collector: SpanReceiver;
let system: RunningSystem;

beforeAll(async () => {
  collector = await startSpanReceiver();
  system = await startSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});

afterAll(async () => {
  await system.stop();
  await collector.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  callApi(system, 'POST', path, { body, headers });

const newAct = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-00` } };
};

const spansOf = (traceId: string): ReceivedSpan[] => collector.spans.filter((span) => span.traceId === traceId);

/** From the root down to this span: the process and the name of each. */
const pathTo = (span: ReceivedSpan): string[] => {
  const parent = spansOf(span.traceId).find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathTo(parent)), `${span.service}: ${span.name}`];
};

/** The ways to all spans of the trace that are so called, each once, as soon as there is one. */
const pathsTo = (traceId: string, name: string): Promise<string[][]> =>
  until(`a span ${name} of the trace`, async () => {
    const found = spansOf(traceId).filter((span) => span.name === name);
    if (found.length === 0) return undefined;
    // A parent ends after its children and may come a moment later.
    const paths = found.map(pathTo);
    return paths.every(([first]) => first?.startsWith('gateway: ')) ? paths : undefined;
  });

const logOf = (process: string): Promise<string> => readFile(join(system.dataDir, 'logs', `${process}.log`), 'utf8');

/** The match of the expression in an email to this address, once one arrives that has it. */
const linkIn = (email: string, pattern: RegExp): Promise<string> =>
  patiently('the email', async () => {
    const messages = (await (
      await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(email)}`)
    ).json()) as { subject: string; text: string }[];
    const found = messages.map(({ text }) => pattern.exec(text)?.[1]).find((text) => text !== undefined);
    if (found === undefined) throw new Error('Not yet');
    return found;
  });

const entry = (email: string) => ({
  firstName: 'Zebulon',
  lastName: 'Quackenbush',
  email,
  events: ['prepared_speech'],
  division: 'development',
  waiver: true,
});

describe('the trace of one action', () => {
  it('leads from the call of the browser over request, statement and event to the job that posts the email', async () => {
    // The worker's own poll may post a due email at that very moment, in a trace of its own: then this tries again.
    const act = await patiently('an email posted within the act', async () => {
      const tried = newAct();
      const answer = await post('/api/tournament/register', entry(`${randomUUID()}@example.com`), tried.headers);
      if (answer.status !== 201) throw new Error(`Entering answered ${answer.status}`);
      await until(
        'the email to be posted',
        async () => spansOf(tried.traceId).some(({ name }) => name === 'POST /v3/mail/send'),
        8_000,
      );
      return tried;
    });

    const root = ['gateway: POST /api/tournament/register'];
    const asked = [
      ...root,
      'gateway: registrations.enter-tournament.v1',
      'registrations: registrations.enter-tournament.v1',
    ];
    const published = [...asked, 'registrations: send registrations.tournament-entered.v1'];
    const received = [...published, 'messaging: process registrations.tournament-entered.v1'];
    const job = [...received, 'messaging: send deliver-emails', 'messaging-worker: process deliver-emails'];
    expect(await pathsTo(act.traceId, 'INSERT registrations.outbox')).toContainEqual([
      ...published,
      'registrations: INSERT registrations.outbox',
    ]);
    expect(await pathsTo(act.traceId, 'INSERT messaging.email_recipients')).toContainEqual([
      ...received,
      'messaging: INSERT messaging.email_recipients',
    ]);
    expect(await pathsTo(act.traceId, 'POST /v3/mail/send')).toContainEqual([
      ...job,
      'messaging-worker: POST /v3/mail/send',
    ]);

    const spans = spansOf(act.traceId);
    const gateway = spans.find((span) => span.service === 'gateway' && span.kind === 2);
    expect(gateway).toMatchObject({
      parentSpanId: act.spanId,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/tournament/register',
        'http.response.status_code': 201,
      },
    });
    const statement = spans.find(({ name }) => name === 'INSERT registrations.outbox');
    expect(statement).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': expect.stringMatching(/VALUES \(\$1, /) },
    });
    // One correlation id all along, which is the one that the log and the caller know.
    expect(new Set(spans.map(({ attributes }) => attributes['lectern.correlation_id'])).size).toBe(1);
  });

  it('has one span for all readers of a campaign that are posted together, not one for each', async () => {
    for (let reader = 0; reader < 5; reader += 1)
      expect((await post('/api/newsletter', { email: `${randomUUID()}@example.com` })).status).toBe(200);
    const adminToken = (await post('/api/admin/login', (await system.run()).admin)).body['token'] as string;
    const asAdmin = async (path: string, options: { body?: unknown; headers?: Record<string, string> }) => {
      const answer = await callApi(system, 'POST', `/api/admin/email-campaigns${path}`, {
        ...options,
        token: adminToken,
      });
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const { id } = await asAdmin('', {
      body: {
        name: 'News',
        subject: 'News of the club',
        content: 'There is *much* to report.',
        targetAudience: 'newsletter',
      },
    });
    await asAdmin(`/${String(id)}/send`, newAct());
    const batch = await until('the batch and its job', async () =>
      collector.spans.find(
        (span) =>
          span.name === 'POST /v3/mail/send' &&
          Number(span.attributes['lectern.emails']) > 1 &&
          pathTo(span).length > 1,
      ),
    );
    expect(batch.attributes['lectern.emails']).toBeGreaterThanOrEqual(5);
    expect(pathTo(batch).slice(-2)).toEqual([
      'messaging-worker: process send-campaigns',
      'messaging-worker: POST /v3/mail/send',
    ]);
  });

  it('shows the outcome of a refused request, and marks only our own failures as errors', async () => {
    const act = newAct();
    const answer = await post(
      '/api/auth/login',
      { email: 'nobody@example.com', password: 'not the password' },
      act.headers,
    );
    expect(answer.status).toBe(401);
    const served = await until('the span of the service', async () =>
      spansOf(act.traceId).find(({ service, kind }) => service === 'identity' && kind === 2),
    );
    expect(served).toMatchObject({
      isError: false,
      attributes: { 'rpc.method': 'identity.login-member.v1', 'rpc.status_code': 'credentials_wrong' },
    });
    await until('the span of the call', async () =>
      spansOf(act.traceId).find(({ service, kind }) => service === 'gateway' && kind === 2),
    );
    expect(spansOf(act.traceId).filter(({ isError }) => isError)).toEqual([]);
  });

  it('starts at the gateway where the header is invalid', async () => {
    for (const traceparent of [
      'nonsense',
      `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
      `00-${'a'.repeat(31)}g-${'1'.repeat(16)}-01`,
      `ff-${'a'.repeat(32)}-${'1'.repeat(16)}-01`,
    ]) {
      const answer = await callApi(system, 'GET', '/api/programs', { headers: { traceparent } });
      expect(answer.status).toBe(200);
      const correlationId = answer.headers.get('x-correlation-id');
      const span = await until('the span', async () =>
        collector.spans.find(
          ({ service, kind, attributes }) =>
            service === 'gateway' && kind === 2 && attributes['lectern.correlation_id'] === correlationId,
        ),
      );
      expect(span).toMatchObject({ parentSpanId: '', traceId: expect.stringMatching(/^(?!0{32}|a{31})[0-9a-f]{32}$/) });
    }
  });
});

it('is in the log: the lines of the work have its id', async () => {
  const act = newAct();
  await callApi(system, 'GET', '/api/programs', { headers: act.headers });
  await until('the line of the log', async () => (await logOf('gateway')).includes(act.traceId));
});

describe('spans', () => {
  it('contain nothing that people wrote, and no secret', async () => {
    const person = {
      ...newRegistration(),
      email: `Tracee+${randomUUID()}@Example.com`,
      firstName: 'Zebulon',
      lastName: 'Quackenbush',
      password: `very ${randomUUID()} secret`,
      confirmPassword: '',
    };
    person.confirmPassword = person.password;
    await payAt(await registerPerson(system, person));
    const token = await logInPerson(system, person);
    await patiently('becoming a member', async () => {
      if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
    });
    const admin = (await system.run()).admin;
    const adminToken = (await post('/api/admin/login', admin)).body['token'] as string;
    expect(
      (
        await callApi(
          system,
          'GET',
          `/api/admin/debate-club-registrations?limit=5&q=${encodeURIComponent(person.email)}`,
          { token: adminToken },
        )
      ).status,
    ).toBe(200);
    const message = `A question of ${randomUUID()}`;
    expect((await post('/api/contact', { name: 'Zebulon Quackenbush', email: person.email, message })).status).toBe(
      201,
    );
    expect((await post('/api/tournament/register', { ...entry(person.email) })).status).toBe(201);
    await post('/api/auth/login', { email: person.email, password: 'a wrong password' });
    expect((await post('/api/auth/reset-password', { email: person.email })).status).toBeLessThan(300);
    const reset = await linkIn(person.email, /reset-password\?\S*token=([\w-]+)/);
    const next = `another ${randomUUID()} secret`;
    expect(
      (await post('/api/auth/reset-password/confirm', { token: reset, password: next, confirmPassword: next })).status,
    ).toBe(200);
    const key = 'q'.repeat(40);
    expect((await callApi(system, 'GET', `/api/calendar/${key}`)).status).toBeGreaterThanOrEqual(400);

    // A process exports its remaining spans when it stops.
    await system.stop();
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(
      new Set(['gateway', 'identity', 'billing', 'registrations', 'messaging', 'messaging-worker', 'content']),
    );
    for (const name of [
      'POST /api/auth/reset-password/confirm',
      'identity.reset-password.v1',
      'POST /v1/checkout/sessions',
      'process deliver-emails',
    ]) {
      expect(collector.spans.map((span) => span.name)).toContain(name);
    }
    const everything = collector.bodies.join('\n');
    const never = {
      address: person.email,
      'local part': person.email.split('@')[0] as string,
      password: person.password,
      'new password': next,
      'token of a member': token,
      'token of an administrator': adminToken,
      'password of an administrator': admin.password,
      'token of an email': reset,
      'key of a calendar': key,
      'first name': 'Zebulon',
      'last name': 'Quackenbush',
      message,
    };
    for (const [what, text] of Object.entries(never)) {
      const at = everything.toLowerCase().indexOf(text.toLowerCase());
      expect(`${what}: ${at < 0 ? '' : everything.slice(Math.max(0, at - 200), at + 50)}`).toBe(`${what}: `);
    }
    expect(everything.match(/[\w.+-]+@[\w-]+\.\w+/g)).toBeNull();
    expect(everything.match(/\bBearer |eyJ[\w-]{10}/g)).toBeNull();
  });

  it('start with a call or a scheduled job', () => {
    const known = new Set(collector.spans.map(({ spanId }) => spanId));
    const beginnings = collector.spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
    const kinds = beginnings.map(({ service, kind, name, parentSpanId }) => {
      if (service === 'gateway' && kind === 2) return 'a call';
      return kind === 5 && parentSpanId === '' ? 'a job' : `${service}: ${name}`;
    });
    expect([...new Set(kinds)].sort()).toEqual(['a call', 'a job']);
    expect(beginnings.map(({ name }) => name)).toContain('process deliver-emails');
    expect(collector.spans.map(({ name }) => name)).not.toContain('GET /api/health');
  });

  it('of requests have neither path nor query nor caller', () => {
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(
      [...names].filter((name) =>
        /^(url\.(path|full|query)|client\.|user|http\.request\.header|http\.response\.header|exception)/.test(name),
      ),
    ).toEqual([]);
  });
});
