import { Injectable } from '@nestjs/common';
import { receiveStripeEvent } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { fromUnix } from '../stripe/expandable.ts';
import { StripeClient } from '../stripe/stripe-client.ts';
import { type SnapshotEvent, snapshotEvent, subjectOf } from './event-subject.ts';
import { processStripeEvents, readBalance } from '../jobs.ts';
import { StripeEventRepository } from './stripe-event.repository.ts';

/**
 * Receives a webhook delivery: verify, store, answer. A job does the work afterwards, so the provider never waits for it and never has to
 * deliver twice. Idempotent: an event that is stored already changes nothing.
 */
@Injectable()
export class ReceiveStripeEvent {
  constructor(
    private readonly stripe: StripeClient,
    private readonly transactor: Transactor,
    private readonly events: StripeEventRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `signature_invalid` for a delivery that is tampered with, unsigned or older than 300 seconds,
   *   `malformed_body` for one that is no event
   */
  @Handles(receiveStripeEvent)
  async execute({
    payload,
    signature,
  }: RpcInput<typeof receiveStripeEvent>): Promise<RpcOutput<typeof receiveStripeEvent>> {
    const event = snapshotEvent.safeParse(this.stripe.verifiedEvent(payload, signature));
    if (!event.success) throw new DomainError('malformed_body', { cause: event.error });
    await this.store(event.data);
    return { received: true };
  }

  /** Stores an event that certainly comes from the provider. Returns whether it is new. */
  async store(event: SnapshotEvent): Promise<boolean> {
    const subject = subjectOf(event);
    const now = this.clock.now();
    const concernsUs = subject.customerId !== null || subject.sessionId !== null || subject.chargeId !== null;
    return this.transactor.run(async (tx) => {
      const isNew = await this.events.add(tx, {
        id: event.id,
        type: event.type,
        ...subject,
        createdAt: fromUnix(event.created),
        receivedAt: now,
        nextAttemptAt: now,
        attempts: 0,
        processedAt: concernsUs ? null : now,
      });
      if (concernsUs && isNew) tx.afterCommit(() => this.jobs.wake(processStripeEvents, {}, { key: 'wake' }));
      // A payout concerns no customer, and moves the balance.
      if (isNew && event.type.startsWith('payout.'))
        tx.afterCommit(() => this.jobs.wake(readBalance, {}, { key: 'wake' }));
      return isNew && concernsUs;
    });
  }
}
