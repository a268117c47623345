import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { paymentOfInvoice } from '../payment/payment-of-invoice.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { planOfPrice } from '../program/membership-price.ts';
import type { Program } from '../program/program.entity.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { hasAccess, LIVE_STATUSES, membershipStatusOf } from './membership.ts';
import { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

/**
 * Brings what is known of a customer to what the provider says now: lock, fetch, write, announce. Webhooks, the success page,
 * administrators and reconciliation all come through here; none of them is trusted for more than the customer's id. It may
 * run at any time and any number of times and ends in the same state; facts are published for real changes only.
 */
@Injectable()
export class SyncCustomer {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(customerId: string): Promise<void> {
    await this.lock.hold(`customer:${customerId}`, async () => {
      const customer = await this.customers.findById(customerId);
      if (customer === null) return this.logger.info({ customerId }, 'Not a customer of this site');
      const program = await this.programs.membership();
      const [subscriptions, invoices] = await callingProvider(async () =>
        Promise.all([
          this.stripe.api.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
          this.stripe.api.invoices.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
        ]),
      );
      await this.transactor.run((tx) => this.write(tx, customer, program, subscriptions, invoices));
    });
  }

  private async write(
    tx: Transaction,
    customer: Customer,
    program: Program,
    remote: readonly Stripe.Subscription[],
    invoices: readonly Stripe.Invoice[],
  ): Promise<void> {
    const known = new Map((await this.subscriptions.lockOf(tx, customer.id)).map((subscription) => [subscription.id, subscription]));
    const told = remote
      .map((subscription) => this.subscriptionOf(subscription, customer.id, program))
      .filter((subscription) => subscription !== null);
    // Ended ones first: the database lets a person have one live subscription, and its successor may be in the same batch.
    told.sort((a, b) => Number(LIVE_STATUSES.includes(a.status)) - Number(LIVE_STATUSES.includes(b.status)));
    for (const subscription of told) await this.keep(tx, customer, known.get(subscription.id), subscription);

    const intervalOf = new Map(told.map(({ id, plan }) => [id, plan === 'monthly' ? ('month' as const) : ('year' as const)]));
    const payments = invoices.flatMap((invoice) => {
      const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
      const payment = paymentOfInvoice(invoice, customer.id, intervalOf.get(subscriptionId ?? '') ?? null);
      return payment === null ? [] : [payment];
    });
    await this.payments.upsert(tx, payments);
  }

  /** The subscription as we keep it, or `null` when it is not for a price of ours. */
  private subscriptionOf(remote: Stripe.Subscription, customerId: string, program: Program): Subscription | null {
    const item = remote.items.data[0];
    const plan = item === undefined ? null : planOfPrice(program, item.price.id);
    if (item === undefined || plan === null) return null;
    const status = membershipStatusOf(remote.status);
    const currentPeriodStart = fromUnix(item.current_period_start);
    return Object.assign(new Subscription(), {
      id: remote.id,
      customerId,
      status,
      access: hasAccess(status, currentPeriodStart, this.clock.now()),
      plan,
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      startedAt: fromUnix(remote.start_date),
      currentPeriodStart,
      currentPeriodEnd: fromUnix(item.current_period_end),
      cancelAtPeriodEnd: remote.cancel_at_period_end,
      endedAt: remote.ended_at === null ? null : fromUnix(remote.ended_at),
    } satisfies Omit<Subscription, 'customer' | 'version' | 'createdAt'>);
  }

  private async keep(tx: Transaction, customer: Customer, known: Subscription | undefined, told: Subscription): Promise<void> {
    if (known !== undefined && isSame(known, told)) return;
    const subscription = Object.assign(told, { version: (known?.version ?? 0) + 1, createdAt: known?.createdAt ?? this.clock.now() });
    await this.subscriptions.save(tx, subscription);
    await tx.publish(membershipChanged, {
      subscriptionId: subscription.id,
      customerId: customer.id,
      userId: customer.userId,
      email: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      version: subscription.version,
      status: subscription.status,
      access: subscription.access,
      plan: subscription.plan,
      amount: subscription.amount,
      startedAt: subscription.startedAt.toISOString(),
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
      cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    });
  }
}

const KEPT = [
  'status', 'access', 'plan', 'amount', 'startedAt', 'currentPeriodStart', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'endedAt',
] as const satisfies readonly (keyof Subscription)[];

const isSame = (known: Subscription, told: Subscription): boolean =>
  KEPT.every((field) => {
    const [a, b] = [known[field], told[field]];
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
  });
