import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { paymentReturned } from '@lectern/contracts/billing/events';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { OfflinePaymentRepository } from '../offline-payment/offline-payment.repository.ts';
import { UndoPayment } from '../offline-payment/undo-payment.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { refund } from '../stripe/refund.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import type { Purchase } from '../purchase/purchase.entity.ts';
import { pageKey, PurchaseRepository } from '../purchase/purchase.repository.ts';
import { transitioned } from '../purchase/purchase-status.ts';
import { returnPayments } from '../jobs.ts';
import { SettlePurchase } from '../purchase/settle-purchase.use-case.ts';

const BATCH = 100;

/**
 * Refunds payments that registrations refused, unless staff did, releases the use of their promo code, emails the payer, and ends pages
 * that registrations withdrew. A payment that staff recorded is undone: its money is theirs to return. Each step can be repeated.
 */
@Injectable()
export class ReturnPayments {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly purchases: PurchaseRepository,
    private readonly expireSession: ExpireSession,
    private readonly settlePurchase: SettlePurchase,
    private readonly promoCodes: PromoCodeRepository,
    private readonly offlinePayments: OfflinePaymentRepository,
    private readonly undoPayment: UndoPayment,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(returnPayments)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    for (const sessionId of await this.purchases.sessionsWithdrawn(BATCH)) {
      if (stopping.aborted) return;
      await this.orLater({ sessionId }, async () => {
        await this.expireSession.execute(sessionId);
        await this.settlePurchase.execute(sessionId);
      });
    }
    for (const purchase of await this.purchases.refused(BATCH)) {
      if (stopping.aborted) return;
      await this.orLater({ purchaseId: purchase.id }, () => this.payBack(purchase));
    }
  }

  private async payBack(purchase: Purchase): Promise<void> {
    const { id, status, paymentIntentId, customer, amountPaid, title, refusal, isOffline } = purchase;
    // Nothing was charged where a promo code took all of it off.
    if (paymentIntentId !== null && status !== 'refunded')
      await callingProvider(() => refund(this.stripe, { payment_intent: paymentIntentId }, `refused-${id}`));
    await this.transactor.run(async (tx) => {
      const now = this.clock.now();
      const returned = await this.purchases.returned(tx, id, now);
      if (returned === null) return;
      if (returned.isOffline && returned.status === 'paid') await this.undoRefused(tx, returned);
      await this.promoCodes.giveBack(tx, pageKey(returned), now);
      if (amountPaid === 0) return this.purchases.saveAndPublish(tx, transitioned(returned, 'expired'));
      if (refusal === null || customer == null || customer.email === '') return;
      const { email, firstName, lastName } = customer;
      await tx.publish(paymentReturned, {
        purchaseId: id,
        reason: refusal,
        email,
        firstName,
        lastName,
        title,
        amount: amountPaid,
        isOffline,
      });
    });
  }

  private async undoRefused(tx: Transaction, purchase: Purchase): Promise<void> {
    const payment = await this.offlinePayments.ofPurchase(tx, purchase.id);
    if (payment === null) throw new Error(`Purchase ${purchase.id} has no offline payment`);
    const id = `off_${randomUUID().replaceAll('-', '')}`;
    await this.undoPayment.execute(tx, payment, purchase, { id, note: purchase.refusal, recordedBy: null });
  }

  private async orLater(which: object, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.logger.warn({ err: error, ...which }, 'A payment could not be returned, or its page ended, yet');
    }
  }
}
