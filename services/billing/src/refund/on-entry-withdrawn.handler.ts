import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { entryWithdrawn } from '@lectern/contracts/registrations/events';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { makeRefunds } from '../jobs.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { StaffRefundRepository } from './staff-refund.repository.ts';

const REASON = 'The person withdrew: refunded by the steps of the event';

/**
 * Stores the refund that is due to a person who withdrew, which the job of staff's refunds makes. One that staff asked for meanwhile counts
 * against it. Idempotent.
 */
@Injectable()
export class OnEntryWithdrawn {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly refunds: StaffRefundRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(entryWithdrawn)
  async handle(
    { registrationId: id, refund, amountRefunded, way }: EventPayload<typeof entryWithdrawn>,
    tx: Transaction,
  ): Promise<void> {
    const purchase = await this.purchases.findByReference(id);
    if (purchase === null) return;
    const now = this.clock.now();
    await this.purchases.end(tx, purchase, now);
    const { customerId, paymentIntentId } = purchase;
    if (way !== 'card' || customerId === null || paymentIntentId === null) return;
    const chargeId = await this.refunds.chargeOfPurchase(tx, purchase.id);
    // Refunds of one charge are asked for one after the other.
    if (chargeId !== null) await lockKey(tx, `refunds:${chargeId}`);
    const before = chargeId === null ? 0 : await this.refunds.askedOf(tx, chargeId);
    const already = Math.max(before, purchase.amountRefunded + purchase.amountCredited) - amountRefunded;
    const amount = refund - Math.max(0, already);
    if (amount <= 0 || (await this.refunds.find(tx, id)) !== null) return;
    await this.refunds.save(tx, {
      ...{ id, chargeId, paymentIntentId, customerId, amount, reason: REASON, ends: null, method: 'card' },
      ...{ status: 'asked', refusal: null, refundId: null, settledAt: null },
      ...{ askedBy: null, askedAt: now },
    });
    tx.afterCommit(() => this.jobs.wake(makeRefunds, {}, { key: 'wake' }));
  }
}
