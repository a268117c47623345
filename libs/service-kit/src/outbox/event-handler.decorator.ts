import { SetMetadata } from '@nestjs/common';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '../database/transaction.ts';

export const EVENT_HANDLER = Symbol('event handler');

type Handler<C extends EventContract> = (payload: EventPayload<C>, tx: Transaction) => Promise<void>;

/**
 * Makes a provider's method the handler of an event. It runs in a transaction that also marks the event as processed,
 * so it takes effect once although it may be called again after a failure. Events arrive in any order: compare
 * versions, or read again. The handler writes through `tx` only and calls nothing external.
 */
export const HandlesEvent =
  <C extends EventContract>(contract: C) =>
  <M extends Handler<C>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<M>): void => {
    SetMetadata(EVENT_HANDLER, contract)(target, key, descriptor);
  };
