import { type DynamicModule, type InjectionToken, Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { OutboxSignal, Transactor } from '../database/transaction.ts';
import { OpsServer } from '../health/ops-server.ts';
import { Metrics } from '../metrics/metrics.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import type { Logger } from '../logging/logger.ts';
import { RpcClient } from '../rpc/rpc-client.ts';
import { Clock } from '../time/clock.ts';
import { ADVISORY_LOCK_OPTIONS, AdvisoryLock, type AdvisoryLockOptions } from '../database/advisory-lock.ts';
import { LOGGER } from '../logging/tokens.ts';

/** The shared parts of every service process, injectable everywhere. */
export interface Capabilities {
  readonly service: ServiceName;
  readonly config: object;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly ops: OpsServer;
  readonly clock: Clock;
  readonly dataSource: DataSource;
  readonly outboxSignal: OutboxSignal;
  /** For a process that may call other services. */
  readonly rpcClient: RpcClient | undefined;
  readonly jobQueue: JobQueue;
  readonly advisoryLock: AdvisoryLockOptions;
}

@Module({})
class ServiceKit {}

const provide = (token: InjectionToken, useValue: unknown): Provider => ({ provide: token, useValue });

/** The root module of a service process: its own module, with the shared parts for injection. */
export const serviceModule = (capabilities: Capabilities, serviceMetadata: ModuleMetadata): DynamicModule => {
  const providers: Provider[] = [
    provide(capabilities.config.constructor, capabilities.config),
    provide(LOGGER, capabilities.logger),
    provide(Metrics, capabilities.metrics),
    provide(OpsServer, capabilities.ops),
    provide(Clock, capabilities.clock),
    provide(DataSource, capabilities.dataSource),
    provide(OutboxSignal, capabilities.outboxSignal),
    ...(capabilities.rpcClient === undefined ? [] : [provide(RpcClient, capabilities.rpcClient)]),
    provide(JobQueue, capabilities.jobQueue),
    provide(ADVISORY_LOCK_OPTIONS, capabilities.advisoryLock),
    Transactor,
    AdvisoryLock,
  ];
  return {
    module: ServiceKit,
    global: true,
    imports: [DiscoveryModule, ...(serviceMetadata.imports ?? [])],
    providers: [...providers, ...(serviceMetadata.providers ?? [])],
    exports: [...providers],
  };
};
