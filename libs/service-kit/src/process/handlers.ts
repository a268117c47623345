import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { EventContract } from '@lectern/contracts/event';
import type { RpcContract } from '@lectern/contracts/rpc';
import type { JobContract } from '../jobs/job.ts';
import { JOB_HANDLER } from '../jobs/job-handler.decorator.ts';
import type { BoundJobHandler } from '../jobs/job-worker.ts';
import type { BoundEventHandler } from '../outbox/event-consumer.ts';
import { EVENT_HANDLER } from '../outbox/event-handler.decorator.ts';
import type { BoundRpcHandler } from '../rpc/redis-rpc-server.ts';
import { RPC_HANDLER } from '../rpc/rpc-handler.decorator.ts';

interface MarkedMethod<C, A> {
  readonly contract: C;
  readonly handle: (...args: unknown[]) => Promise<A>;
}

/** Every method of a provider that a decorator marked with a contract. */
const markedMethods = <C, A>(app: INestApplicationContext, mark: symbol): MarkedMethod<C, A>[] => {
  const reflector = app.get(Reflector);
  const scanner = new MetadataScanner();
  return app
    .get(DiscoveryService)
    .getProviders()
    .filter(
      (wrapper) =>
        wrapper.isDependencyTreeStatic() && typeof wrapper.instance === 'object' && wrapper.instance !== null,
    )
    .flatMap((wrapper) => {
      const instance = wrapper.instance as Record<string, (...args: unknown[]) => Promise<A>>;
      const prototype = Object.getPrototypeOf(instance) as object | null;
      if (prototype === null || prototype === Object.prototype) return [];
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = instance[name];
        const contract = method === undefined ? undefined : reflector.get<C | undefined>(mark, method);
        return method === undefined || contract === undefined ? [] : [{ contract, handle: method.bind(instance) }];
      });
    });
};

export const rpcHandlersOf = (app: INestApplicationContext): BoundRpcHandler[] =>
  markedMethods<RpcContract, unknown>(app, RPC_HANDLER);

export const eventHandlersOf = (app: INestApplicationContext): BoundEventHandler[] =>
  markedMethods<EventContract, void>(app, EVENT_HANDLER);

export const jobHandlersOf = (app: INestApplicationContext): BoundJobHandler[] =>
  markedMethods<JobContract, void>(app, JOB_HANDLER);

interface Bound {
  readonly contract: { readonly name: string };
}

/** Requests, events or jobs of a process without a handler or with two, and handlers of others. Empty when all is well. */
export const mismatches = (expected: readonly Bound['contract'][], handlers: readonly Bound[]): string[] => {
  const wanted = expected.map(({ name }) => name);
  const bound = handlers.map(({ contract }) => contract.name);
  return [
    ...wanted.filter((name) => !bound.includes(name)).map((name) => `${name} has no handler`),
    ...bound.filter((name) => !wanted.includes(name)).map((name) => `${name} is not for this process to handle`),
    ...bound.filter((name, index) => bound.indexOf(name) !== index).map((name) => `${name} has two handlers`),
  ];
};
