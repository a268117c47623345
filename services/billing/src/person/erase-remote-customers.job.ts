import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { SettleCheckout } from '../payment-page/settle-checkout.use-case.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { idOf, intentOf, toUnix } from '../stripe/expandable.ts';
import { refund } from '../stripe/refund.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { eraseRemoteCustomers } from '../jobs.ts';

const BATCH = 100;

/**
 * Ends at the provider everything that a deleted account left there: pages that could still be paid, the subscription, immediately and
 * without a refund, and then the customer. Refunds charges made after the deletion. Deleting a customer also ends any subscription that
 * began meanwhile, and keeps invoices and charges; the name and the address are blanked before. Every step can be repeated, and the row
 * says until when it has to be.
 */
@Injectable()
export class EraseRemoteCustomers {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly payments: PaymentRepository,
    private readonly expireSession: ExpireSession,
    private readonly settleCheckout: SettleCheckout,
    private readonly syncCustomer: SyncCustomer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(eraseRemoteCustomers)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    for (const customerId of await this.customers.erasedNotUpdated(BATCH)) {
      if (stopping.aborted) return;
      try {
        await this.erase(customerId);
      } catch (error) {
        this.logger.warn(
          { err: error, customerId },
          'An erased person could not be removed from the provider’s records yet',
        );
      }
    }
  }

  private async erase(customerId: string): Promise<void> {
    const sessions = [
      ...(await this.checkouts.openSessionsOf(customerId)),
      ...(await this.purchases.openSessionsOf(customerId)),
    ];
    for (const sessionId of sessions) {
      await this.expireSession.execute(sessionId);
      await this.settleCheckout.execute(sessionId);
    }
    await this.lock.hold(`customer:${customerId}`, () => callingProvider(() => this.endSubscriptions(customerId)));
    // The last sync of this customer while the provider has its records under its id.
    await this.syncCustomer.execute(customerId);
    if (await this.refundLateCharges(customerId)) await this.syncCustomer.execute(customerId);
    await this.lock.hold(`customer:${customerId}`, async () => {
      await callingProvider(() => this.forget(customerId));
      await this.transactor.run((tx) => this.customers.save(tx, { id: customerId, isProviderUpdated: true }));
    });
  }

  private async endSubscriptions(customer: string): Promise<void> {
    const all = await this.stripe.api.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: 1_000 });
    for (const { id, status } of all) {
      if (status === 'canceled' || status === 'incomplete_expired') continue;
      await this.stripe.api.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch((error: unknown) => {
        // Ended by somebody else since it was listed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    }
  }

  /**
   * Refunds charges that were made or arrived after the deletion: a page that could not be closed in time, a renewal or a bank debit. Also
   * refunds a first payment that had arrived and was not known here yet, because its membership had not begun. The provider counts in whole
   * seconds: a payment in the second of the deletion counts as earlier if it was known here before. Returns whether there was any.
   */
  private async refundLateCharges(customerId: string): Promise<boolean> {
    const erasedAt = (await this.customers.findById(customerId))?.erasedAt;
    if (erasedAt == null) return false;
    const from = toUnix(erasedAt);
    const known = await this.payments.intentsKnownAt(customerId, erasedAt);
    return callingProvider(async () => {
      const invoices = await this.stripe.api.invoices
        .list({ customer: customerId, status: 'paid', expand: ['data.payments'], limit: 100 })
        .autoPagingToArray({ limit: 1_000 });
      const boughtNothing = new Set(
        invoices
          .filter(
            ({ billing_reason: reason, status_transitions: { paid_at: paidAt } }) =>
              reason === 'subscription_create' || (paidAt !== null && paidAt >= from),
          )
          .map(intentOf),
      );
      const charges = await this.stripe.api.charges
        .list({ customer: customerId, limit: 100 })
        .autoPagingToArray({ limit: 1_000 });
      const late = charges.filter(
        ({ paid, refunded, created, payment_intent: intent }) =>
          paid && !refunded && (created >= from || boughtNothing.has(idOf(intent))) && !known.has(idOf(intent) ?? ''),
      );
      for (const { id } of late) await refund(this.stripe, { charge: id }, `erased-${id}`);
      return late.length > 0;
    });
  }

  private async forget(customerId: string): Promise<void> {
    const remote = await this.stripe.api.customers.retrieve(customerId);
    if (remote.deleted === true) return;
    await this.stripe.api.customers.update(customerId, {
      email: '',
      name: '',
      phone: '',
      description: '',
      metadata: { lectern_email_key: '', lectern_account: '' },
    });
    await this.stripe.api.customers.del(customerId).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}
