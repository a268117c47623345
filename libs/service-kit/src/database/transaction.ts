import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import { OutboxEntry } from './outbox.entity.ts';
import { Clock } from '../time/clock.ts';
import { sendSpan } from '../tracing/message-spans.ts';
import { carriedCorrelation, inSpan } from '../tracing/spans.ts';

/** One database transaction: its writes and their events are stored together or not at all. */
export interface Transaction {
  readonly manager: EntityManager;
  /** Stores an event. It is published to its subscribers after the commit, at least once. */
  publish<C extends EventContract>(contract: C, payload: EventPayload<C>): Promise<void>;
  /** Runs after the commit, for wake-ups that may be lost. Never for an effect. */
  afterCommit(work: () => void): void;
}

/** Wakes the relay of new outbox entries. */
export abstract class OutboxSignal {
  abstract wake(): void;
  /** A transaction was committed, with or without an event. May be lost. */
  abstract committed(): void;
}

/** Opens transactions. Services write only through it. */
@Injectable()
export class Transactor {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly signal: OutboxSignal,
  ) {}

  /** Commits when `work` resolves, rolls everything back when it rejects, and rejects with the same error. */
  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterwards: (() => void)[] = [];
    let published = false;
    const result = await this.dataSource.transaction(async (manager) =>
      work({
        manager,
        publish: async (contract, payload) => {
          const id = randomUUID();
          await inSpan(sendSpan('outbox', contract.name, id), () =>
            manager.insert(OutboxEntry, {
              id,
              name: contract.name,
              payload: contract.payload.parse(payload) as object,
              correlationId: carriedCorrelation(),
              occurredAt: this.clock.now(),
            }),
          );
          published = true;
        },
        afterCommit: (task) => void afterwards.push(task),
      }),
    );
    this.signal.committed();
    if (published) this.signal.wake();
    for (const task of afterwards) task();
    return result;
  }
}
