import { afterEach, describe, expect, it, vi } from 'vitest';
import { getCheckout, listPrograms, validatePromo } from '@lectern/contracts/billing/http';
import { exportData } from '@lectern/contracts/identity/http';
import { listDebateClubRegistrations } from '@lectern/contracts/registrations/http';
import { exportCsv } from '@lectern/contracts/system/http';
import { buildPath, call, callForFile } from './api-client.ts';
import { ApiError, messageOr, NetworkError } from './api-error.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const answerWith = (body: string, init: ResponseInit = {}) => {
  const fake = vi.fn<typeof fetch>(async () => new Response(body, init));
  globalThis.fetch = fake;
  return fake;
};

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('buildPath', () => {
  it('fills parameters in and escapes them', () => {
    expect(buildPath(getCheckout.path, { params: { sessionId: 'cs_a/b' } })).toBe('/api/checkout-sessions/cs_a%2Fb');
  });

  it('leaves out what is empty or missing', () => {
    expect(buildPath(listDebateClubRegistrations.path, { query: { limit: 50, q: '', cursor: undefined } })).toBe(
      '/api/admin/debate-club-registrations?limit=50',
    );
  });
});

describe('call', () => {
  it('sends credentials, and a JSON body only when there is one', async () => {
    const fake = answerWith('[]');
    await call(listPrograms, {});
    const [path, init] = fake.mock.calls[0]!;
    expect(path).toBe('/api/programs');
    expect(init).toMatchObject({ method: 'GET', credentials: 'include' });
    expect(init?.body).toBeUndefined();
    expect(init?.headers).not.toHaveProperty('content-type');
  });

  it('sends the token as bearer authorization', async () => {
    const fake = answerWith('{"valid":true}');
    await call(validatePromo, { body: { code: 'SPRING', priceId: 'price_1' }, token: 'secret' });
    expect(fake.mock.calls[0]![1]).toMatchObject({
      method: 'POST',
      body: '{"code":"SPRING","priceId":"price_1"}',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    });
  });

  it('names each call, so that what the servers do for it is found', async () => {
    const fake = answerWith('[]');
    await call(listPrograms, {});
    await call(listPrograms, {});
    const names = fake.mock.calls.map(([, init]) => (init?.headers as Record<string, string>)['traceparent']);
    expect(names).toEqual([
      expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
      expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    ]);
    expect(names[0]).not.toBe(names[1]);
  });

  it('names a write by its key, and nothing else', async () => {
    const fake = answerWith('{"valid":true}');
    const body = { code: 'SPRING', priceId: 'price_1' };
    await call(validatePromo, { body, idempotencyKey: 'once-and-only' });
    await call(validatePromo, { body });
    expect(fake.mock.calls[0]![1]?.headers).toHaveProperty('idempotency-key', 'once-and-only');
    expect(fake.mock.calls[1]![1]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('answers what the server sent', async () => {
    answerWith('{"valid":true,"discount":20}');
    expect(await call(validatePromo, { body: { code: 'A', priceId: 'p' } })).toEqual({ valid: true, discount: 20 });
  });

  it('throws the message, fields and correlation id of a refusal', async () => {
    answerWith(
      '{"code":"email_taken","message":"An account exists","fields":{"email":"taken"},"correlationId":"c-1"}',
      {
        status: 409,
        headers: { 'retry-after': '30' },
      },
    );
    const error = await failure(call(listPrograms, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'An account exists',
      status: 409,
      code: 'email_taken',
      fields: { email: 'taken' },
      correlationId: 'c-1',
      retryAfter: 30,
      spoken: true,
    });
  });

  it('says status and text of a refusal without a message', async () => {
    answerWith('upstream gone', { status: 502, statusText: 'Bad Gateway' });
    expect(await failure(call(listPrograms, {}))).toMatchObject({ message: '502: upstream gone', spoken: false });
    answerWith('', { status: 502, statusText: 'Bad Gateway' });
    expect(await failure(call(listPrograms, {}))).toMatchObject({ message: '502: Bad Gateway', spoken: false });
  });

  it('distinguishes a lost connection from a refusal', async () => {
    globalThis.fetch = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(call(listPrograms, {}))).toBeInstanceOf(NetworkError);
  });

  it('counts a success that is not JSON as no answer', async () => {
    answerWith('<html>', { status: 200 });
    expect(await failure(call(listPrograms, {}))).toBeInstanceOf(NetworkError);
  });

  it('lets an aborted call be an aborted call', async () => {
    globalThis.fetch = vi.fn<typeof fetch>(async () => Promise.reject(new DOMException('aborted', 'AbortError')));
    expect(await failure(call(listPrograms, {}))).toMatchObject({ name: 'AbortError' });
  });
});

describe('messageOr', () => {
  it('prefers the server’s sentence and falls back where there is none', () => {
    expect(messageOr(new ApiError('Too many requests.', { status: 429, spoken: true }), 'fallback')).toBe(
      'Too many requests.',
    );
    expect(messageOr(new ApiError('500: oops', { status: 500, spoken: false }), 'fallback')).toBe('fallback');
    expect(messageOr(new NetworkError('lost'), 'fallback')).toBe('fallback');
  });
});

describe('callForFile', () => {
  it('answers the bytes and the name that the server gave them', async () => {
    const fake = answerWith('{"account":{}}', {
      headers: { 'content-disposition': 'attachment; filename="lectern-data-2026-03-01.json"' },
    });
    const { blob, fileName } = await callForFile(exportData, { token: 'secret' });
    expect([await blob.text(), fileName]).toEqual(['{"account":{}}', 'lectern-data-2026-03-01.json']);
    expect(fake.mock.calls[0]).toEqual([
      '/api/account/data',
      expect.objectContaining({
        method: 'GET',
        headers: { accept: '*/*', authorization: 'Bearer secret', traceparent: expect.any(String) },
      }),
    ]);
  });

  it.each([null, 'attachment', 'attachment; filename="../../etc/passwd"'])(
    'keeps a file of its own name where the header is %s',
    async (header) => {
      answerWith('bytes', header === null ? {} : { headers: { 'content-disposition': header } });
      expect((await callForFile(exportData, {})).fileName).toBe('download');
    },
  );

  it('requests the named file and reports how many bytes have arrived', async () => {
    const pieces = ['Name\r\n', 'Ada\r\n'];
    const fake = vi.fn<typeof fetch>(
      async () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              const piece = pieces.shift();
              if (piece === undefined) controller.close();
              else controller.enqueue(new TextEncoder().encode(piece));
            },
          }),
          { headers: { 'content-type': 'text/csv' } },
        ),
    );
    globalThis.fetch = fake;
    const received: number[] = [];
    const { blob } = await callForFile(exportCsv, {
      params: { kind: 'newsletter' },
      query: { q: 'ada', status: undefined },
      onReceived: (bytes) => received.push(bytes),
    });
    expect(fake.mock.calls[0]?.[0]).toBe('/api/admin/export/newsletter?q=ada');
    expect([await blob.text(), blob.type, received]).toEqual(['Name\r\nAda\r\n', 'text/csv', [6, 11]]);
  });

  it.each([
    [new TypeError('terminated'), NetworkError],
    [new DOMException('stopped', 'AbortError'), DOMException],
  ])('keeps no part of a file that ends with %s', async (reason, kind) => {
    let begun = false;
    const body = new ReadableStream({
      pull: (controller) => {
        if (begun) controller.error(reason);
        else controller.enqueue(new TextEncoder().encode('Name\r\n'));
        begun = true;
      },
    });
    globalThis.fetch = vi.fn<typeof fetch>(async () => new Response(body));
    expect(await failure(callForFile(exportCsv, { params: { kind: 'newsletter' } }))).toBeInstanceOf(kind);
  });

  it('says what the server said when it refused, and that nothing came when nothing did', async () => {
    answerWith('{"code":"service_unavailable","message":"This is not available right now."}', { status: 503 });
    const refused = await failure(callForFile(exportData, {}));
    expect(refused).toBeInstanceOf(ApiError);
    expect(messageOr(refused, '')).toBe('This is not available right now.');
    globalThis.fetch = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('offline')));
    expect(await failure(callForFile(exportData, {}))).toBeInstanceOf(NetworkError);
  });
});
