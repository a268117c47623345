import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import { type Environment, loadConfig } from '@lectern/service-kit/config/load-config';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { OpsServer } from '@lectern/service-kit/health/ops-server';
import { createLogger, NestLogger } from '@lectern/service-kit/logging/logger';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { startProcessClock } from '@lectern/service-kit/time/process-clock';
import { startTracing } from '@lectern/service-kit/tracing/start-tracing';
import { Admission } from './auth/admission.ts';
import { GatewayConfig } from './config.ts';
import { readBodies } from './edge/bodies.ts';
import { ClosingPort } from './edge/closing-port.ts';
import { addHttpHooks, answerUnroutable } from './edge/http-hooks.ts';
import { ServedRoutes } from './edge/served-routes.ts';
import { UnreadableRequests } from './edge/unreadable-request.ts';
import { EventListener } from './cache/event-listener.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { type GatewayCapabilities, GatewayModule } from './gateway.module.ts';
import { CurrentProfile } from './branding/current-profile.ts';
import { siteTexts } from './web/site-texts.ts';
import { setupPages } from './web/setup-pages.ts';
import { serveWebApp } from './web/web-app.ts';

/** Milliseconds within which a whole request, head and body, must arrive. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Connections that the kernel keeps until they are accepted: a provider may post a thousand events at the same time. */
const BACKLOG = 1_024;

export interface RunningGateway {
  readonly port: number;
  readonly opsPort: number;
  close(): Promise<void>;
}

/** The contracts and what serves them: all of them, unless a test says otherwise. */
export interface GatewayContents {
  readonly contracts?: readonly RouteContract[];
  readonly moduleWith?: (capabilities: GatewayCapabilities) => DynamicModule;
}

/**
 * Starts the edge: configuration, Redis, routes, then the port. Does not start unless every route has a contract that names its
 * audience, and every contract a route. `/routes` of the operations port publishes the list.
 */
export const startGateway = async (
  environment: Environment,
  { contracts = ROUTES, moduleWith = (capabilities) => GatewayModule.with(capabilities) }: GatewayContents = {},
): Promise<RunningGateway> => {
  const config = loadConfig(GatewayConfig, environment);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const metrics = new Metrics('gateway');
  const ops = new OpsServer(metrics);
  const tracing = await startTracing({ config, processName: 'gateway', logger, metrics, isEdge: true });
  const rpcClient = new RpcClient({
    redisUrl: config.REDIS_URL,
    processName: 'gateway',
    caller: 'gateway',
    sealOf: (service) => config.sealOf(service),
    logger,
  });
  const cache = new ResponseCache(rpcClient);
  const events = new EventListener(config.REDIS_URL, cache, logger);
  const unreadable = new UnreadableRequests(logger);
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node applies the longer of the two limits to bodies; the limit for heads is 60 s unless set. It checks for slow requests at this
    // interval.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    // No route has parameters longer than this.
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: unreadable.answer,
    forceCloseConnections: 'idle',
    // A request that arrived as the shutdown began is answered, not refused.
    return503OnClosing: false,
  });
  const server = adapter.getInstance();
  server.server.on('request', unreadable.note);
  const closingPort = new ClosingPort(server.server);
  server.addHook('onRequest', (_request, _reply, done) => closingPort.admit(done));
  addHttpHooks(server, metrics, logger);
  readBodies(server);
  const routes = new ServedRoutes(server);
  const { clock, close: closeClock } = await startProcessClock(config, logger);
  const app = await NestFactory.create<NestFastifyApplication>(
    moduleWith({ config, logger, rpcClient, cache, clock }),
    adapter,
    { logger: new NestLogger(logger), bodyParser: false },
  );
  const admission = app.get(Admission);
  server.addHook('onRequest', (request, reply) => admission.admit(request, reply));
  if (config.WEB_ROOT !== undefined)
    await serveWebApp(
      server,
      config.WEB_ROOT,
      config,
      app.get(CurrentProfile),
      siteTexts(rpcClient, cache),
      setupPages(rpcClient, logger),
      logger,
    );
  routes.leaveOut();
  await app.init();
  const close = async (): Promise<void> => {
    await app.close(); // lets answers under way go out
    events.close();
    await rpcClient.close();
    closeClock();
    await ops.close();
    await tracing.close();
  };
  try {
    const table = routes.by(contracts);
    ops.serve('/routes', () => table);
  } catch (error) {
    await close();
    throw error;
  }
  const opsPort = await ops.listen(config.OPS_HOST, config.OPS_PORT);
  await Promise.all([rpcClient.connect(), events.connect()]);
  await app.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
  const { port } = server.server.address() as AddressInfo;
  ops.setAccepting(true);
  logger.info({ port, opsPort }, 'Ready');
  return {
    port,
    opsPort,
    close: async () => {
      ops.setAccepting(false);
      await closingPort.close();
      await close();
    },
  };
};
