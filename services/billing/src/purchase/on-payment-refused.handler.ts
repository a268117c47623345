import { Inject, Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { paymentRefused, paymentWithdrawn } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { PurchaseRepository } from './purchase.repository.ts';
import { returnPayments } from '../jobs.ts';

/**
 * Registrations may receive a payment days late, and decides about it then: events are published again for seven days, and a failed one is
 * retried for days. A refusal that is later than this is accepted only for a payment that is refunded already.
 */
const REFUSABLE_MS = 14 * 86_400_000;

/** Records payments that registrations refuses and pages that it withdraws. Idempotent. */
@Injectable()
export class OnPaymentRefused {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesEvent(paymentRefused)
  async refused({ purchaseId, reason }: EventPayload<typeof paymentRefused>, tx: Transaction): Promise<void> {
    const paidAfter = new Date(this.clock.now().getTime() - REFUSABLE_MS);
    if (await this.purchases.refuse(tx, purchaseId, reason, paidAfter)) return this.wake(tx);
    this.logger.error(
      { purchaseId, reason },
      'Registrations refuses a payment that was not made, or was accepted long ago: it is not refunded',
    );
  }

  @HandlesEvent(paymentWithdrawn)
  async withdrawn({ reference, openedUntil }: EventPayload<typeof paymentWithdrawn>, tx: Transaction): Promise<void> {
    const until = openedUntil === undefined ? undefined : new Date(openedUntil);
    await this.purchases.withdraw(tx, reference, this.clock.now(), until);
    this.wake(tx);
  }

  private wake(tx: Transaction): void {
    tx.afterCommit(() => this.jobs.wake(returnPayments, {}, { key: 'wake' }));
  }
}
