import 'reflect-metadata';
import { promisify } from 'node:util';
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { EVENTS, RPCS } from '@lectern/contracts/registry';
import { RPC_CALLERS, serviceOf } from '@lectern/contracts/rpc';
import { ConfigError, type Environment, loadConfig } from '../config/load-config.ts';
import type { DatabaseProcessConfig } from '../config/process-config.ts';
import { createDataSource, type DatabaseSchema } from '../database/data-source.ts';
import { Metrics } from '../metrics/metrics.ts';
import { OpsServer } from '../health/ops-server.ts';
import type { JobContract } from '../jobs/job.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { JobWorker } from '../jobs/job-worker.ts';
import { createLogger, NestLogger } from '../logging/logger.ts';
import { EventConsumer } from '../outbox/event-consumer.ts';
import { EventRelay } from '../outbox/event-relay.ts';
import { RedisRpcServer } from '../rpc/redis-rpc-server.ts';
import { RpcClient } from '../rpc/rpc-client.ts';
import { startProcessClock } from '../time/process-clock.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { Transactor } from '../database/transaction.ts';
import { eventHandlersOf, jobHandlersOf, mismatches, rpcHandlersOf } from './handlers.ts';
import { pingHandler } from './ping.ts';
import { serviceModule } from './service-module.ts';
import { runProcess } from './run-process.ts';

export interface ServiceDefinition<C extends DatabaseProcessConfig> {
  readonly schema: DatabaseSchema;
  /** Name of the process in logs, metrics and Postgres; the service's own unless it is a worker beside it. */
  readonly processName?: string;
  readonly Config: new () => C;
  readonly module: ModuleMetadata;
  /** Whether this process answers requests and consumes events. A worker does neither. */
  readonly answers: boolean;
  /** Every job of each lane that it runs. */
  readonly jobs: readonly JobContract[];
}

export interface RunningService {
  readonly opsPort: number;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

/**
 * Starts a service in this process: configuration, database, handlers (checked against the contracts), and finally the
 * intake of work. Rejects before any intake where something is missing.
 */
export const startService = async <C extends DatabaseProcessConfig>(
  definition: ServiceDefinition<C>,
  environment: Environment,
): Promise<RunningService> => {
  const config = loadConfig(definition.Config, environment);
  const { service } = definition.schema;
  const processName = definition.processName ?? service;
  const logger = createLogger(processName, config.LOG_LEVEL);
  const metrics = new Metrics(processName);
  const ops = new OpsServer(metrics);
  const tracing = await startTracing({ config, processName, logger, metrics, isEdge: false });
  const redisUrl = config.REDIS_URL;
  const common = { service, processName, redisUrl, seal: config.seal, logger, metrics };

  const dataSource = createDataSource(definition.schema, {
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    processName,
  });
  const [{ clock, close: closeClock }] = await Promise.all([
    startProcessClock(config, logger),
    dataSource.initialize(),
  ]);
  const caller = RPC_CALLERS.find((name) => name === processName);
  // A process that calls no service has no client to inject: a provider that needs one does not start.
  const rpcClient = caller && new RpcClient({ ...common, caller, sealOf: (asked) => config.sealOf(asked) });
  const jobQueue = new JobQueue(common);
  const schedule = async (): Promise<void> => {
    await Promise.all(definition.jobs.map((contract) => jobQueue.schedule(contract)));
  };
  const relay = new EventRelay({ ...common, dataSource, onRedisForgot: schedule });

  const app = await NestFactory.createApplicationContext(
    serviceModule(
      {
        service,
        config,
        logger,
        metrics,
        ops,
        clock,
        dataSource,
        outboxSignal: relay,
        rpcClient,
        jobQueue,
        advisoryLock: { url: config.DATABASE_URL, processName },
      },
      definition.module,
    ),
    { logger: new NestLogger(logger) },
  );

  const requests = RPCS.filter((contract) => serviceOf(contract) === service);
  const events = EVENTS.filter(({ subscribers }) => subscribers.includes(service));
  const rpcHandlers = [...rpcHandlersOf(app), pingHandler(service, dataSource)];
  const eventHandlers = eventHandlersOf(app);
  const jobHandlers = jobHandlersOf(app);
  const wrong = [
    ...(definition.answers ? [...mismatches(requests, rpcHandlers), ...mismatches(events, eventHandlers)] : []),
    ...mismatches(definition.jobs, jobHandlers),
  ];
  if (wrong.length > 0) {
    closeClock();
    await dataSource.destroy();
    throw new ConfigError(wrong);
  }
  const consumer = definition.answers
    ? new EventConsumer({
        ...common,
        transactor: app.get(Transactor),
        poolSize: config.DATABASE_POOL_SIZE,
        handlers: eventHandlers,
      })
    : undefined;
  const server = definition.answers
    ? new RedisRpcServer({ ...common, seal: config.sealOf(service), contracts: requests })
    : undefined;
  for (const handler of rpcHandlers) server?.addHandler(handler.contract.name, (input) => handler.handle(input));
  const lanes = [...new Set(definition.jobs.map(({ lane }) => lane))];
  const workers = lanes.map(
    (lane) =>
      new JobWorker({ ...common, lane, handlers: jobHandlers.filter(({ contract }) => contract.lane === lane) }),
  );

  ops.check('database', async () => dataSource.query('SELECT 1').then(() => true as const));
  const opsPort = await ops.listen(config.OPS_HOST, config.OPS_PORT);
  await Promise.all([rpcClient?.connect(), jobQueue.connect(), relay.start()]);
  await schedule();
  await Promise.all(
    definition.jobs
      .filter(({ atStart }) => atStart)
      .map((contract) => jobQueue.enqueue(contract, {}, { key: 'start' })),
  );
  await Promise.all(workers.map((worker) => worker.start()));
  await consumer?.start();
  if (server !== undefined) await promisify((listening: (error?: unknown) => void) => server.listen(listening))();
  ops.setAccepting(true);
  logger.info({ opsPort }, 'Ready');

  return {
    opsPort,
    dataSource,
    close: async () => {
      ops.setAccepting(false);
      // First the intake, then the parts that running work needs, the database last.
      await Promise.all([server?.close(), consumer?.close(), ...workers.map((worker) => worker.close())]);
      await app.close();
      await Promise.all([relay.close(), rpcClient?.close(), jobQueue.close()]);
      await dataSource.destroy();
      closeClock();
      await ops.close();
      await tracing.close();
    },
  };
};

/** The `main` of a service process. */
export const runService = <C extends DatabaseProcessConfig>(
  definition: ServiceDefinition<C>,
  environment: Environment,
): Promise<void> =>
  runProcess(definition.processName ?? definition.schema.service, environment, (env) => startService(definition, env));
