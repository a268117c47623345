import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { cardExpiring, renewalDue } from '@lectern/contracts/billing/events';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { presentCard } from '../subscription/present-card.ts';
import type { Subscription } from '../subscription/subscription.entity.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { type DueNotice, dueNotices } from './due-notices.ts';
import { MembershipNoticeRepository } from './membership-notice.repository.ts';

export const sendMembershipNotices = job({ service: 'billing', name: 'send-membership-notices', everySeconds: 60 });

const BATCH = 200;

/** The provider's code for a subscription without a next invoice. */
const NO_NEXT_INVOICE = 'invoice_upcoming_none';

/**
 * Publishes notices of annual charges and of cards that expire. The customer is synced first, so that nothing is announced that changed at
 * the provider since; a failure is tried again by the next run. A row of the ledger and its event commit together, so each notice is
 * published once, however often this runs.
 */
@Injectable()
export class SendMembershipNotices {
  constructor(
    private readonly stripe: StripeClient,
    private readonly transactor: Transactor,
    private readonly notices: MembershipNoticeRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(sendMembershipNotices)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    let after = '';
    for (;;) {
      const candidates = await this.notices.candidatesAfter(after, now, BATCH);
      for (const { id, customerId } of candidates) {
        if (stopping.aborted) return;
        await this.notify(id, customerId).catch((error: unknown) => {
          this.logger.warn({ err: error, subscriptionId: id }, 'A notice of a membership could not be sent yet');
        });
      }
      const last = candidates.at(-1);
      if (last === undefined || candidates.length < BATCH) return;
      after = last.id;
    }
  }

  private async notify(id: string, customerId: string): Promise<void> {
    if ((await this.unsentOf(id)).length === 0) return;
    await this.syncCustomer.execute(customerId);
    for (const notice of await this.unsentOf(id)) {
      const amount = notice.kind === 'renewal' ? await this.nextCharge(id, customerId) : null;
      if (notice.kind === 'renewal' && amount === null) continue;
      await this.transactor.run(async (tx) => {
        const customer = await this.customers.lockById(tx, customerId);
        const subscription = (await this.subscriptions.lockOf(tx, customerId)).find((each) => each.id === id);
        if (customer === null || customer.email === '' || subscription === undefined) return;
        const isStillDue = dueNotices(subscription, this.clock.now()).some(
          ({ kind, dueAt, cardId }) =>
            kind === notice.kind && cardId === notice.cardId && dueAt.getTime() === notice.dueAt.getTime(),
        );
        if (!isStillDue || !(await this.notices.add(tx, id, notice, this.clock.now()))) return;
        await this.publish(tx, customer, subscription, notice, amount);
      });
    }
  }

  private async unsentOf(id: string): Promise<DueNotice[]> {
    const subscription = await this.subscriptions.findById(id);
    return subscription === null ? [] : this.notices.unsentOf(id, dueNotices(subscription, this.clock.now()));
  }

  /** Cents, after discounts and credit; `null` where nothing is invoiced next. */
  private async nextCharge(subscription: string, customer: string): Promise<number | null> {
    try {
      return (await callingProvider(() => this.stripe.api.invoices.createPreview({ customer, subscription })))
        .amount_due;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === NO_NEXT_INVOICE) return null;
      throw error;
    }
  }

  private async publish(
    tx: Transaction,
    { userId, email, firstName, lastName }: Customer,
    subscription: Subscription,
    { kind, cardId }: DueNotice,
    amount: number | null,
  ): Promise<void> {
    const { id: subscriptionId, plan, amount: price } = subscription;
    const renewsAt = (subscription.pausedUntil ?? subscription.currentPeriodEnd).toISOString();
    const card = presentCard(subscription);
    const payer = { subscriptionId, userId, email, firstName, lastName, plan };
    if (kind !== 'renewal') {
      if (card !== null) await tx.publish(cardExpiring, { ...payer, notice: kind, cardId, card, renewsAt });
    } else if (amount !== null) await tx.publish(renewalDue, { ...payer, renewsAt, price, amount, card });
  }
}
