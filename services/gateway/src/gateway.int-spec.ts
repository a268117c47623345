import { generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, type DynamicModule, Get } from '@nestjs/common';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { type ErrorCode, ERRORS } from '@lectern/contracts/errors';
import { ROUTES } from '@lectern/contracts/registry';
import { type RouteContract, route } from '@lectern/contracts/route';
import { TOKEN_ALGORITHM, TOKEN_ISSUER, TOKEN_TYPE, tokenAudience } from '@lectern/service-kit/token/token-format';
import { TEST_IDENTITY_REQUEST_KEY, TEST_REQUEST_KEY } from '@lectern/service-kit/testing/test-caller';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { Serves } from './edge/serves.decorator.ts';
import { type GatewayContents, type RunningGateway, startGateway } from './gateway.ts';
import { type GatewayCapabilities, GatewayModule } from './gateway.module.ts';

let redisUrl: string;
let running: RunningGateway | undefined;

beforeAll(async () => {
  redisUrl = (await createTestRedis()).url;
});

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const { publicKey, privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const start = async (contents?: GatewayContents, environment: Record<string, string> = {}): Promise<RunningGateway> =>
  (running = await startGateway(
    {
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'silent',
      PORT: '0',
      OPS_PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      REDIS_URL: redisUrl,
      REQUEST_KEY: TEST_REQUEST_KEY,
      IDENTITY_REQUEST_KEY: TEST_IDENTITY_REQUEST_KEY,
      JWT_PUBLIC_KEY: publicKey,
      ...environment,
    },
    contents,
  ));
/** The gateway's routes with one more controller. */
const besides =
  (controller: new () => object) =>
  (capabilities: GatewayCapabilities): DynamicModule => ({
    module: class Besides {},
    imports: [GatewayModule.with(capabilities)],
    controllers: [controller],
  });
const planted = {
  method: 'GET',
  path: '/api/planted',
  audience: 'public',
  rateLimit: 'none',
  response: z.object({}),
} as const;

describe('the table of the routes', () => {
  it('is published by the server itself, each route with its audience', async () => {
    const { opsPort } = await start();
    const published = await (await fetch(`http://127.0.0.1:${opsPort}/routes`)).json();
    expect(published).toEqual(ROUTES.map(({ method, path, audience }) => ({ method, path, audience })));
  });

  it('has no route without a contract', async () => {
    @Controller()
    class Planted {
      @Get('/api/planted')
      answer(): string {
        return 'anything';
      }
    }
    await expect(start({ moduleWith: besides(Planted) })).rejects.toThrow(
      'GET /api/planted is served without a contract',
    );
  });

  it('has none elsewhere than below /api either', async () => {
    @Controller()
    class Planted {
      @Get('/planted')
      answer(): string {
        return 'anything';
      }
    }
    await expect(start({ moduleWith: besides(Planted) })).rejects.toThrow('GET /planted is served without a contract');
  });

  it('has no route whose contract is not in the list', async () => {
    class Planted {
      async answer(): Promise<object> {
        return {};
      }
    }
    const contract = route(planted);
    Serves(contract)(Planted.prototype, 'answer', Object.getOwnPropertyDescriptor(Planted.prototype, 'answer')!);
    Controller()(Planted);
    await expect(start({ moduleWith: besides(Planted) })).rejects.toThrow(
      'GET /api/planted is served without a contract',
    );
    expect(await start({ moduleWith: besides(Planted), contracts: [...ROUTES, contract] })).toMatchObject({
      port: expect.any(Number),
    });
  });

  it('has every route that has a contract, once', async () => {
    await expect(start({ contracts: [...ROUTES, planted] })).rejects.toThrow(
      'GET /api/planted has a contract and is not served',
    );
    await expect(start({ contracts: [...ROUTES, ROUTES[0]!] })).rejects.toThrow(
      `${ROUTES[0]!.method} ${ROUTES[0]!.path} has two contracts`,
    );
  });

  it('has no route without an audience', async () => {
    const [first, ...others] = ROUTES;
    const { audience: _said, ...silent } = first!;
    await expect(start({ contracts: [silent as RouteContract, ...others] })).rejects.toThrow(
      `${first!.method} ${first!.path} does not say who may call it`,
    );
  });
});

describe('an address that no route can be looked up for', () => {
  it.each(['/api/calendar/%ED%A0%80', `/api/calendar/${'a'.repeat(300)}`, '/api/%zz'])(
    'is answered as any that is unknown, and not repeated: %s',
    async (path) => {
      const { port } = await start();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        code: 'route_unknown',
        message: 'There is nothing at this address.',
        correlationId: answer.headers.get('x-correlation-id'),
      });
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('a malformed request', () => {
  /** The response to exactly these bytes, until the server closes the connection. */
  const send = async (
    port: number,
    bytes: string,
  ): Promise<{ status: number; headers: Headers; body: unknown; whole: string }> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const whole = await text(socket);
    const [head = '', body = ''] = whole.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    return {
      status: Number(line.split(' ')[1]),
      headers: new Headers(lines.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)])),
      body: JSON.parse(body),
      whole,
    };
  };
  const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

  it.each([
    [
      'headers above the limit',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'planted '.repeat(4_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address above the limit',
      `GET /api/health?${'planted='.repeat(4_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no HTTP', 'planted\r\n\r\n', 400, 'malformed_request'],
    [
      'a header with a control character',
      'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Odd: planted\u0001\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'two lengths, where one request may hide another',
      `${LOGIN}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /planted HTTP/1.1\r\n\r\n`,
      400,
      'malformed_request',
    ],
    [
      'one length said twice',
      `${LOGIN}Content-Length: 7\r\nContent-Length: 2\r\n\r\nplanted`,
      400,
      'malformed_request',
    ],
    ['a chunk that is none', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nplanted`, 400, 'malformed_request'],
  ])(
    'is answered in the form of every error, with the safe headers, and not repeated: %s',
    async (_what, bytes, status, code) => {
      const { port } = await start();
      const answer = await send(port, bytes);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        code,
        message: ERRORS[code as ErrorCode].message,
        correlationId: answer.headers.get('x-correlation-id'),
      });
      expect(answer.headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.whole).not.toContain('planted');
    },
  );
});

describe('every answer', () => {
  it('carries all security headers, and names its media type and character set', async () => {
    const { port } = await start();
    for (const path of ['/api/nothing', '/api/calendar/%ED%A0%80']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      const policy = headers.get('content-security-policy')!.split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "base-uri 'none'",
          "object-src 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
        ]),
      );
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('opens nothing to pages of other origins, sets no cookie, and does not say what serves it', async () => {
    const { port } = await start();
    const from = { origin: 'https://evil.example' };
    const asked = {
      ...from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answers = [
      await fetch(`http://127.0.0.1:${port}/api/nothing`, { headers: from }),
      await fetch(`http://127.0.0.1:${port}/api/auth/login`, { method: 'OPTIONS', headers: asked }),
      await fetch(`http://127.0.0.1:${port}/api/user/current`, { method: 'OPTIONS', headers: asked }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(404);
      expect(
        [...headers.keys()].filter((name) => /^access-control-|^set-cookie$|^server$|^x-powered-by$/.test(name)),
      ).toEqual([]);
    }
  });

  it('to TRACE repeats nothing of the request', async () => {
    const { port } = await start();
    const answer = await new Promise<{ status?: number | undefined; body: string }>((resolve, reject) => {
      request(
        { port, host: '127.0.0.1', method: 'TRACE', path: '/api/health', headers: { authorization: 'Bearer planted' } },
        (response) => {
          text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('planted');
  });
});

describe('the address that limits count by', () => {
  /** Two writes with invalid bodies, each naming another address as its own. */
  const statuses = async (port: number): Promise<number[]> => {
    const found: number[] = [];
    for (const claimed of ['198.51.100.1', '198.51.100.2']) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': claimed,
        'x-real-ip': claimed,
        forwarded: `for=${claimed}`,
      };
      found.push(
        (await fetch(`http://127.0.0.1:${port}/api/newsletter`, { method: 'POST', headers, body: '{}' })).status,
      );
    }
    return found;
  };
  // One write a minute.
  const STRICT = { RATE_LIMIT_SCALE: '0.1' };

  it('is the connection’s, whatever headers a visitor sends', async () => {
    expect(await statuses((await start(undefined, STRICT)).port)).toEqual([400, 429]);
  });

  it('is an IPv4 address, also where it is written as IPv6, and the first 64 bits of an IPv6 one', async () => {
    const { port } = await start(undefined, { ...STRICT, TRUSTED_PROXIES: '127.0.0.1' });
    const statusFrom = async (claimed: string): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${port}/api/newsletter`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
          body: '{}',
        })
      ).status;
    expect([
      await statusFrom('203.0.113.1'),
      await statusFrom('::ffff:203.0.113.1'),
      await statusFrom('::ffff:cb00:7101'),
      await statusFrom('203.0.113.2'),
    ]).toEqual([400, 429, 429, 400]);
    expect([
      await statusFrom('2001:db8:1:2::1'),
      await statusFrom('2001:DB8:1:2:3:4:5:6'),
      await statusFrom('2001:db8:1:3::1'),
    ]).toEqual([400, 429, 400]);
  });

  it('is the address that a trusted proxy names', async () => {
    expect(await statuses((await start(undefined, { ...STRICT, TRUSTED_PROXIES: '127.0.0.1' })).port)).toEqual([
      400, 400,
    ]);
  });
});

describe('a gateway that shuts down', () => {
  it('cuts off nobody while clients connect faster than it works', async () => {
    const contract = route(planted);
    @Controller()
    class Slow {
      @Serves(contract)
      async answer(): Promise<Record<string, never>> {
        const until = performance.now() + 20;
        while (performance.now() < until);
        return {};
      }
    }
    const gateway = await start({ contracts: [...ROUTES, contract], moduleWith: besides(Slow) });
    const { port } = gateway;
    const ask = (): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path: contract.path, agent: false }, (answer) =>
          answer.resume().on('end', () => resolve(answer.statusCode!)),
        )
          .on('error', reject)
          .end();
      });
    /** Asks again until the port is closed. */
    const visitor = async (): Promise<string> => {
      for (;;) {
        const outcome = await ask().catch((error: NodeJS.ErrnoException) => error.code!);
        if (outcome !== 200) return String(outcome);
      }
    };
    await ask();
    const visitors = Array.from({ length: 24 }, visitor);
    await ask();
    await gateway.close();
    running = undefined;
    expect(await Promise.all(visitors)).toEqual(Array(24).fill('ECONNREFUSED'));
  });

  it('answers every completed connection, also one that it had not accepted yet', async () => {
    const gateway = await start();
    const { port } = gateway;
    const ask = (): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path: '/api/nobody-has-this', agent: false }, (answer) =>
          resolve(answer.resume().statusCode!),
        )
          .on('error', reject)
          .end();
      });
    await ask();
    const asked = Array.from({ length: 60 }, ask);
    // The connections are made as this turn ends; none of them can be taken before the next.
    await new Promise((resolve) => process.nextTick(resolve));
    const closed = gateway.close();
    running = undefined;
    expect(await Promise.all(asked)).toEqual(Array(60).fill(404));
    await closed;
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a request body', () => {
  /** Other tests have called from here within the minute. */
  const UNLIMITED = { RATE_LIMIT_SCALE: '100' };
  interface Head {
    readonly path: string;
    readonly method?: string;
    readonly headers?: Record<string, string>;
  }
  /** The response to the head of a request whose body never arrives. */
  const answerBeforeBody = (
    port: number,
    { path, method = 'POST', headers = {} }: Head,
  ): Promise<{ status: number; body: unknown }> =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { 'content-type': 'application/json', 'content-length': '90000', ...headers },
          signal: AbortSignal.timeout(5_000),
        },
        (answer) => {
          text(answer)
            .then((body) => resolve({ status: answer.statusCode!, body: JSON.parse(body) }), reject)
            .finally(() => asked.destroy());
        },
      );
      asked.on('error', reject).flushHeaders();
    });
  const aPath = ({ path }: RouteContract): string => path.replaceAll(/:\w+/g, '0190d0a0-0000-7000-8000-000000000000');
  const withBody = ROUTES.filter(({ method, body }) => method !== 'GET' && body !== undefined);

  it('is not waited for without a token', async () => {
    const { port } = await start(undefined, UNLIMITED);
    const signedIn = withBody.filter(({ audience }) => audience === 'member' || audience === 'admin');
    const answers = await Promise.all(
      signedIn.map((contract) => answerBeforeBody(port, { path: aPath(contract), method: contract.method })),
    );
    expect(answers).toEqual(
      signedIn.map(() => ({ status: 401, body: expect.objectContaining({ code: 'token_missing' }) })),
    );
    expect(signedIn.length).toBeGreaterThan(20);
  });

  it('is not waited for without the signature of a provider', async () => {
    const { port } = await start(undefined, UNLIMITED);
    const webhooks = ROUTES.filter(({ audience }) => audience === 'webhook');
    expect(webhooks.length).toBeGreaterThan(2);
    for (const { path } of webhooks)
      expect(await answerBeforeBody(port, { path })).toMatchObject({
        status: 400,
        body: { code: 'signature_invalid' },
      });
  });

  it('is not waited for with a member’s token where an administrator’s is needed', async () => {
    const { port } = await start(undefined, { RATE_LIMIT_SCALE: '100' });
    const member = jwt.sign({ sv: 1 }, privateKey, {
      algorithm: TOKEN_ALGORITHM,
      header: { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE },
      issuer: TOKEN_ISSUER,
      audience: tokenAudience('member'),
      subject: '0190d0a0-0000-7000-8000-000000000000',
      jwtid: '0190d0a0-0000-7000-8000-000000000001',
      expiresIn: 60,
    });
    for (const contract of withBody.filter(({ audience }) => audience === 'admin'))
      expect(
        await answerBeforeBody(port, {
          path: aPath(contract),
          method: contract.method,
          headers: { authorization: `Bearer ${member}` },
        }),
      ).toMatchObject({ status: 403, body: { code: 'audience_wrong' } });
  });

  it('is not waited for above the limit of calls', async () => {
    const { port } = await start(undefined, { RATE_LIMIT_SCALE: '0.1' });
    await fetch(`http://127.0.0.1:${port}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await answerBeforeBody(port, { path: '/api/newsletter' })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'text/csv'])(
    'is refused as %s, which a page of another site can send',
    async (type) => {
      const { port } = await start(undefined, UNLIMITED);
      for (const path of ['/api/newsletter', '/api/auth/login']) {
        expect(await answerBeforeBody(port, { path, headers: { 'content-type': type } })).toMatchObject({
          status: 400,
          body: { code: 'body_type_refused' },
        });
      }
    },
  );

  it('is refused without a type', async () => {
    const { port } = await start(undefined, UNLIMITED);
    const answer = await fetch(`http://127.0.0.1:${port}/api/newsletter`, { method: 'POST', body: new Blob(['{}']) });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'body_type_refused' })]);
  });
});

describe('a public read for which the payment provider is asked', () => {
  it('is limited', async () => {
    // The tests before have counted calls of this address.
    const { url } = await createTestRedis();
    const { port } = await start(undefined, { RATE_LIMIT_SCALE: '0.02', REDIS_URL: url });
    // Refused before a service is called; none runs here.
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/checkout-sessions/none`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([400, 400, 429]);
  });
});

describe('a parameter that is sent twice', () => {
  it('is refused, not chosen from', async () => {
    const { port } = await start();
    const answer = await fetch(
      `http://127.0.0.1:${port}/api/unsubscribe?email=a@example.com&email=b@example.com&key=${'k'.repeat(43)}`,
      { method: 'POST' },
    );
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_request', fields: { email: expect.any(String) } }),
    ]);
  });
});
