import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '@lectern/sandbox/sandbox';
import { ContentConfig } from '../config.ts';
import { ZoomClient } from './zoom-client.ts';
import { ZoomError } from './zoom-error.ts';

let sandbox: Sandbox;
const servers: Server[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Waits as briefly as a test may. */
class HastyClient extends ZoomClient {
  override timeoutMs = 1_000;
  override readonly firstPauseMs = 5;
}

const clientOf = (ZOOM_API_URL: string, differences: Partial<Record<keyof ContentConfig, string>> = {}): HastyClient =>
  new HastyClient(
    Object.assign(new ContentConfig(), {
      ZOOM_ACCOUNT_ID: 'zoom_sandbox',
      ZOOM_CLIENT_ID: 'zoom_sandbox_client',
      ZOOM_CLIENT_SECRET: 'zoom_sandbox_secret',
      ZOOM_WEBHOOK_SECRET: 'none',
      ZOOM_API_URL,
      ...differences,
    }),
  );
const zoom = (differences: Partial<Record<keyof ContentConfig, string>> = {}): ZoomClient =>
  clientOf(sandbox.url, differences);
const control = async (path: string, body: object = {}): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/zoom/test_helpers/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};
/** A Zoom server that answers with `listener`. */
const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const TOKEN = JSON.stringify({ access_token: 'token', expires_in: 3_600 });
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'it worked',
    (error: unknown) => error,
  );
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('the client of Zoom', () => {
  it('reads a list to its last page, in days of UTC', async () => {
    const made = Array.from(
      { length: 601 },
      (_each, index) =>
        sandbox.zoom.account.record({
          startTime: new Date(Date.parse('2026-05-03T00:00:00Z') + index * 60_000).toISOString(),
        }).id,
    );
    sandbox.zoom.account.record({ startTime: '2026-05-02T23:59:59Z' });
    const found = await zoom().recordingsBetween(day('2026-05-03'), day('2026-05-03'));
    expect(found.map(({ uuid }) => uuid)).toEqual(made.reverse());
  });

  it.each(['/ajXp112QmuoKj4854875==', 'a//b==', 'pl+us/slash==', '100%=='])(
    'finds the recording of %s',
    async (uuid) => {
      sandbox.zoom.account.record({ uuid, topic: 'Finals', passcode: 'x' });
      expect(await zoom().recordingOf(uuid)).toMatchObject({ uuid, topic: 'Finals', recording_play_passcode: 'x' });
    },
  );

  it('returns null for a recording that is in the trash, deleted, or never existed', async () => {
    const { id } = sandbox.zoom.account.record();
    sandbox.zoom.account.trash(id);
    expect(await zoom().recordingOf(id)).toBeNull();
    sandbox.zoom.account.delete(id);
    expect(await zoom().recordingOf(id)).toBeNull();
    expect(await zoom().recordingOf('bm9uZQ==')).toBeNull();
  });

  it('uses one token for all requests, and gets another when it expires early', async () => {
    const client = zoom();
    const before = sandbox.zoom.account.store.all('tokens').length;
    const tokens = (): number => sandbox.zoom.account.store.all('tokens').length - before;
    await Promise.all(Array.from({ length: 20 }, () => client.recordingOf('bm9uZQ==')));
    expect(tokens()).toBe(1);
    await control('tokens/expire');
    await Promise.all(Array.from({ length: 20 }, () => client.recordingOf('bm9uZQ==')));
    expect(tokens()).toBe(2);
    await client.recordingOf('bm9uZQ==');
    expect(tokens()).toBe(2);
  });

  it('gets a new token before the old one expires', async () => {
    let given = 0;
    const url = await answering((request, response) => {
      const isToken = request.url?.startsWith('/oauth/token') === true;
      if (isToken) given += 1;
      // Within the last minute, when the client no longer uses a token.
      response.end(isToken ? JSON.stringify({ access_token: `token${given}`, expires_in: 59 }) : '{"meetings":[]}');
    });
    const client = clientOf(url);
    await client.recordingsBetween(day('2026-05-01'), day('2026-05-02'));
    await client.recordingsBetween(day('2026-05-01'), day('2026-05-02'));
    expect(given).toBe(2);
  });

  it.each([
    ['busy', 429],
    ['failing', 500],
    ['failing at the gateway', 502],
  ])('waits and asks again while Zoom is %s', async (_how, status) => {
    let asked = 0;
    const url = await answering((request, response) => {
      if (request.url?.startsWith('/oauth/token') === true) return response.end(TOKEN);
      asked += 1;
      if (asked < 4) return response.writeHead(status, { 'retry-after': '0' }).end('<html>busy</html>');
      return response.end('{"meetings":[],"next_page_token":""}');
    });
    expect(await clientOf(url).recordingsBetween(day('2026-05-01'), day('2026-05-02'))).toEqual([]);
    expect(asked).toBe(4);
  });

  it.each([
    ['is too busy', { rateLimit: 1 }, { status: 429, code: 429, isTransient: true }],
    ['fails', { fail: 1 }, { status: 500, code: 500, isTransient: true }],
    ['cuts the connection', { cut: 1 }, { status: null, code: null, isTransient: true }],
  ])('fails when Zoom %s for long', async (_what, faults, error) => {
    const client = zoom();
    await client.host();
    await control('api', faults);
    const failed = await failure(client.recordingOf('bm9uZQ=='));
    expect(failed).toBeInstanceOf(ZoomError);
    expect(failed).toMatchObject(error);
    await control('api');
    expect(await client.recordingOf('bm9uZQ==')).toBeNull();
  });

  it('fails when Zoom hangs, after each try has timed out', async () => {
    let asked = 0;
    const url = await answering((request, response) => {
      if (request.url?.startsWith('/oauth/token') === true) response.end(TOKEN);
      else asked += 1;
    });
    const client = clientOf(url);
    client.timeoutMs = 200;
    expect(await failure(client.recordingOf('x'))).toMatchObject({ status: null, isTransient: true });
    expect(asked).toBe(4);
  });

  it('does not wait for hours, and stops when its time is up', async () => {
    let asked = 0;
    const url = await answering((request, response) => {
      if (request.url?.startsWith('/oauth/token') === true) return response.end(TOKEN);
      asked += 1;
      return response.writeHead(429, { 'retry-after': new Date(Date.now() + 3_600_000).toISOString() }).end('{}');
    });
    expect(await failure(clientOf(url).recordingOf('x'))).toMatchObject({ status: 429 });
    expect(asked).toBe(1);
    expect(await failure(clientOf(url).recordingOf('x', AbortSignal.abort()))).toMatchObject({ status: null });
    expect(asked).toBe(1);
  });

  it('reports wrong credentials without any secret', async () => {
    const error = await failure(zoom({ ZOOM_CLIENT_SECRET: 'wrong-secret' }).host());
    expect(error).toMatchObject({
      status: 400,
      isTransient: false,
      message: 'Zoom answered /oauth/token with 400: Invalid client_id or client_secret',
    });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/wrong-secret|zoom_sandbox/);
    expect(await failure(zoom({ ZOOM_USER_ID: 'nobody@lectern.example' }).host())).toMatchObject({
      status: 404,
      code: 1001,
    });
  });

  it('refuses answers that do not match Zoom’s documentation', async () => {
    const url = await answering((request, response) => {
      if (request.url?.startsWith('/oauth/token') === true) response.end(TOKEN);
      else response.end(request.url?.includes('/meetings/') === true ? '{"uuid":5}' : '<html>');
    });
    for (const call of [clientOf(url).recordingOf('x'), clientOf(url).host()])
      expect(await failure(call)).toMatchObject({ status: 200, isTransient: false });
  });

  it('stops at a list whose page tokens form a cycle', async () => {
    const url = await answering((request, response) => {
      response.end(
        request.url?.startsWith('/oauth/token') === true ? TOKEN : '{"meetings":[],"next_page_token":"again"}',
      );
    });
    expect(await failure(clientOf(url).recordingsBetween(day('2026-05-01'), day('2026-05-02')))).toBeInstanceOf(
      ZoomError,
    );
  });

  it('knows the host of the recordings, and the host’s creation time', async () => {
    expect(await zoom().host()).toEqual({ id: 'KDcuGIm1QgePTO8WbOqwIQ', createdAt: new Date('2019-01-06T08:00:00Z') });
  });
});
