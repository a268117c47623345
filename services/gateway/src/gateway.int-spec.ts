import { generateKeyPairSync } from 'node:crypto';
import { Controller, type DynamicModule, Get } from '@nestjs/common';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { ROUTES } from '@lectern/contracts/registry';
import { type RouteContract, route } from '@lectern/contracts/route';
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

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const start = async (contents?: GatewayContents): Promise<RunningGateway> =>
  (running = await startGateway(
    { DEPLOYMENT: 'local', LOG_LEVEL: 'silent', PORT: '0', OPS_PORT: '0', PUBLIC_URL: 'http://localhost:3000', REDIS_URL: redisUrl, JWT_PUBLIC_KEY: publicKey },
    contents,
  ));
/** As it is, with one controller more. */
const besides =
  (controller: new () => object) =>
  (capabilities: GatewayCapabilities): DynamicModule => ({ module: class Besides {}, imports: [GatewayModule.with(capabilities)], controllers: [controller] });
const planted = { method: 'GET', path: '/api/planted', audience: 'public', rateLimit: 'none', response: z.object({}) } as const;

describe('the table of the routes', () => {
  it('is told by the server itself, each route with who may call it', async () => {
    const { opsPort } = await start();
    const told = (await (await fetch(`http://127.0.0.1:${opsPort}/routes`)).json());
    expect(told).toEqual(ROUTES.map(({ method, path, audience }) => ({ method, path, audience })));
  });

  it('has no route without a contract', async () => {
    @Controller()
    class Planted {
      @Get('/api/planted')
      answer(): string {
        return 'anything';
      }
    }
    await expect(start({ moduleWith: besides(Planted) })).rejects.toThrow('GET /api/planted is served without a contract');
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

  it('has no route whose contract nobody collected', async () => {
    class Planted {
      async answer(): Promise<object> {
        return {};
      }
    }
    const contract = route(planted);
    Serves(contract)(Planted.prototype, 'answer', Object.getOwnPropertyDescriptor(Planted.prototype, 'answer')!);
    Controller()(Planted);
    await expect(start({ moduleWith: besides(Planted) })).rejects.toThrow('GET /api/planted is served without a contract');
    expect(await start({ moduleWith: besides(Planted), contracts: [...ROUTES, contract] })).toMatchObject({ port: expect.any(Number) as unknown });
  });

  it('has every route that there is a contract for, once', async () => {
    await expect(start({ contracts: [...ROUTES, planted] })).rejects.toThrow('GET /api/planted has a contract and is not served');
    await expect(start({ contracts: [...ROUTES, ROUTES[0]!] })).rejects.toThrow(`${ROUTES[0]!.method} ${ROUTES[0]!.path} has two contracts`);
  });

  it('has no route of which nobody says who may call it', async () => {
    const [first, ...others] = ROUTES;
    const { audience: _said, ...silent } = first!;
    await expect(start({ contracts: [silent as RouteContract, ...others] })).rejects.toThrow(`${first!.method} ${first!.path} does not say who may call it`);
  });
});

describe('an address that no route can be looked up for', () => {
  it.each(['/api/calendar/%ED%A0%80', `/api/calendar/${'a'.repeat(300)}`, '/%zz'])('is answered as any that is unknown, and not repeated: %s', async (path) => {
    const { port } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ code: 'route_unknown', message: 'There is nothing at this address.', correlationId: answer.headers.get('x-correlation-id') });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
