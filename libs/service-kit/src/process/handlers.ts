import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { EventContract } from '@lectern/contracts/event';
import type { JobContract } from '../jobs/job.ts';
import { JOB_HANDLER } from '../jobs/job-handler.decorator.ts';
import type { BoundJobHandler } from '../jobs/job-worker.ts';
import type { BoundEventHandler } from '../outbox/event-consumer.ts';
import { EVENT_HANDLER } from '../outbox/event-handler.decorator.ts';

interface MarkedMethod<C> {
  readonly contract: C;
  readonly call: (...args: unknown[]) => Promise<void>;
}

/** Every method of a provider that a decorator marked with a contract. */
const markedMethods = <C>(app: INestApplicationContext, mark: symbol): MarkedMethod<C>[] => {
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
      const instance = wrapper.instance as Record<string, (...args: unknown[]) => Promise<void>>;
      const prototype = Object.getPrototypeOf(instance) as object | null;
      if (prototype === null || prototype === Object.prototype) return [];
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = instance[name];
        const contract = method === undefined ? undefined : reflector.get<C | undefined>(mark, method);
        return method === undefined || contract === undefined ? [] : [{ contract, call: method.bind(instance) }];
      });
    });
};

export const eventHandlersOf = (app: INestApplicationContext): BoundEventHandler[] =>
  markedMethods<EventContract>(app, EVENT_HANDLER).map(({ contract, call }) => ({ contract, handle: call }));

export const jobHandlersOf = (app: INestApplicationContext): BoundJobHandler[] =>
  markedMethods<JobContract>(app, JOB_HANDLER).map(({ contract, call }) => ({ contract, handle: call }));
