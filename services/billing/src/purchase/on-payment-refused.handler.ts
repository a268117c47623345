import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { paymentRefused, paymentWithdrawn } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { PurchaseRepository } from './purchase.repository.ts';
import { returnPayments } from './return-payments.job-contract.ts';

/** Notes what registrations does not want to be paid, or has been paid for in vain. Idempotent. */
@Injectable()
export class OnPaymentRefused {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(paymentRefused)
  async refused({ purchaseId, reason }: EventPayload<typeof paymentRefused>, tx: Transaction): Promise<void> {
    await this.purchases.refuse(tx, purchaseId, reason);
    this.wake(tx);
  }

  @HandlesEvent(paymentWithdrawn)
  async withdrawn({ reference }: EventPayload<typeof paymentWithdrawn>, tx: Transaction): Promise<void> {
    await this.purchases.withdraw(tx, reference, this.clock.now());
    this.wake(tx);
  }

  private wake(tx: Transaction): void {
    tx.afterCommit(() => this.jobs.wake(returnPayments, {}, { key: 'wake' }));
  }
}
