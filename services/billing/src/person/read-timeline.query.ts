import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readTimeline as contract } from '@lectern/contracts/billing/rpc';
import type { KnownCustomer, TimelineRequest } from '@lectern/contracts/person-timeline';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { readTimeline } from '@lectern/service-kit/person/read-timeline';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { BillingConfig } from '../config.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { dashboardOf } from '../stripe/dashboard.ts';
import { accessEndsAt, displayedStatus } from '../subscription/membership.ts';
import type { Subscription } from '../subscription/subscription.entity.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const presentMembership = (subscription: Subscription): KnownCustomer['membership'] => {
  const accessUntil = accessEndsAt(subscription);
  return {
    status: displayedStatus(subscription.status, subscription.cancelAtPeriodEnd),
    plan: subscription.plan,
    amount: subscription.amount,
    startedAt: subscription.startedAt.toISOString(),
    hasAccess: subscription.access,
    accessUntil: (subscription.access ? accessUntil : (subscription.endedAt ?? accessUntil))?.toISOString() ?? null,
    renewsAt:
      ['active', 'paused'].includes(subscription.status) && !subscription.cancelAtPeriodEnd
        ? (subscription.pausedUntil ?? subscription.currentPeriodEnd).toISOString()
        : null,
    pausedFrom: subscription.pausedFrom?.toISOString() ?? null,
    pausedUntil: subscription.pausedUntil?.toISOString() ?? null,
  };
};

/** Billing's timeline of a person, for administrators. */
@Injectable()
export class ReadTimeline {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    @Inject(BillingConfig) private readonly config: BillingConfig,
  ) {}

  @Handles(contract)
  async execute(request: TimelineRequest): Promise<RpcOutput<typeof contract>> {
    const [part, customer] = await Promise.all([
      readTimeline(this.dataSource, PERSONAL_DATA, request),
      this.customer(request),
    ]);
    return { ...part, customer };
  }

  /** The account's customer comes first; payments of the address as another customer are included. */
  private async customer({ userId, emailKey }: TimelineRequest): Promise<KnownCustomer | null> {
    const [leading, ...others] = await this.customers.allKnownAs(userId, emailKey);
    if (leading === undefined) return null;
    const ids = [leading, ...others].map(({ id }) => id);
    const [sums, ...memberships] = await Promise.all([
      this.payments.sumsOf(ids),
      ...ids.map((id) => this.subscriptions.leadingOf(id)),
    ]);
    const known = memberships.filter((membership) => membership !== null);
    const membership = known.find(({ access }) => access) ?? known[0];
    const dashboard = dashboardOf(this.config);
    return {
      name: `${leading.firstName} ${leading.lastName}`.trim(),
      ...sums,
      membership: membership === undefined ? null : presentMembership(membership),
      stripe: dashboard === null ? null : { dashboard, customerIds: ids, subscriptionId: membership?.id ?? null },
    };
  }
}
