import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import { KeepCredit } from '../credit/keep-credit.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { syncDueCustomers } from '../jobs.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { membershipItemOf, type MembershipMark, periodOf, planOfPrice } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { type Difference, differencesOf } from '../stripe/difference.ts';
import { ReopenLostCredits } from '../referral/reopen-lost-credits.ts';
import { fromUnix } from '../stripe/expandable.ts';
import { callingProvider, isMissing } from '../stripe/stripe-client.ts';
import { AnnounceMembership } from './announce-membership.ts';
import {
  publishCancellation,
  publishDiscount,
  publishEnding,
  publishFirstFailure,
  publishPause,
  publishPauseEnd,
  publishPending,
  publishResumption,
} from './endings.ts';
import { FetchCustomer } from './fetch-customer.ts';
import { KeepPayments } from './keep-payments.ts';
import { KeepPurchases } from './keep-purchases.ts';
import { canBecome, hasAccess, LIVE_STATUSES, membershipStatusOf } from './membership.ts';
import type { Contender, LocalState } from './corrections.ts';
import { pauseOf } from './pause.ts';
import type { RenewalChange } from './renewal-change.entity.ts';
import { refusedCheckoutsOf } from './late-payments.ts';
import {
  cardOf,
  disputedIntents,
  NO_CARD,
  firstPaymentOf,
  hadBegun,
  refundsByIntent,
  type RemoteCustomer,
} from './remote-customer.ts';
import { discountOf } from './stay-discount.ts';
import { isStaffMade, isStopped } from './subscription-marks.ts';
import { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

const SUBSCRIPTION_FIELDS = [
  'status',
  'access',
  'plan',
  'amount',
  'startedAt',
  'currentPeriodStart',
  'currentPeriodEnd',
  'cancelAtPeriodEnd',
  'endedAt',
  'hasBegun',
  'isStaffMade',
  'isStopped',
  'pausedFrom',
  'pausedUntil',
  'discountPercent',
  'discountUntil',
  'cardId',
  'cardLast4',
  'cardExpiresAt',
] as const satisfies readonly (keyof Subscription)[];

/** Whether a subscription beside a customer's is of the same account, or of no account as that is. Of the others only the mailbox is the same. */
const isOfSamePerson = ({ userId }: Customer, { customer }: Subscription): boolean => customer?.userId === userId;

/**
 * Brings what is known of a customer to what the provider says now: lock, fetch, write, announce. Webhooks, the success page,
 * administrators and reconciliation all come through here; none of them is trusted for more than the customer's id. It may
 * run at any time and any number of times and ends in the same state; events are published for real changes only.
 */
@Injectable()
export class SyncCustomer {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly fetchCustomer: FetchCustomer,
    private readonly keepPayments: KeepPayments,
    private readonly keepPurchases: KeepPurchases,
    private readonly keepCredit: KeepCredit,
    private readonly programs: ProgramRepository,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    private readonly promoCodes: PromoCodeRepository,
    private readonly reopenLostCredits: ReopenLostCredits,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns what differed before; nothing for a customer that is not ours. */
  async execute(customerId: string): Promise<Difference[]> {
    return this.lock.hold(`customer:${customerId}`, async () => {
      const customer = await this.customers.findById(customerId);
      if (customer === null) {
        this.logger.info({ customerId }, 'Not a customer of this site');
        return [];
      }
      const [mark, local] = await Promise.all([
        this.subscriptions.of(customerId).then((known) => this.programs.membershipMark(known)),
        this.localStateOf(customer),
      ]);
      const remote = await callingProvider(() => this.fetchCustomer.execute(customerId, mark, local)).catch(
        (error: unknown) => {
          // A customer that the provider does not know any more has nothing new.
          if (isMissing(error)) return null;
          throw error;
        },
      );
      // After the corrections, which return credit.
      const entries = remote === null || remote.isDeleted ? [] : await this.keepCredit.fetch(customerId);
      const differences = await this.transactor.run((tx) => {
        if (remote !== null) return this.write(tx, customerId, mark, remote, entries, local);
        return customer.erasedAt === null ? this.lose(tx, customerId) : Promise.resolve([]);
      });
      if (remote === null || remote.isDeleted) await this.reopenLostCredits.ofCustomer(customerId);
      if (remote === null) return differences;
      await this.wakeOthers(customerId, differences.length > 0);
      return differences;
    });
  }

  /** How the person behind a customer stands, beside it: the account, or the mailbox that a guest paid for. */
  private async localStateOf(customer: Customer): Promise<LocalState> {
    const { id, userId } = customer;
    const [account, own, beside, knownPaid] = await Promise.all([
      userId === null ? null : this.accounts.find(null, userId),
      this.subscriptions.of(id),
      this.subscriptions.liveBeside(customer),
      this.payments.paidInvoicesOf(id),
    ]);
    const paidAt = await this.payments.firstPaidAt(beside.map((subscription) => subscription.id));
    const contenderOf = (subscription: Subscription): Contender => ({
      id: subscription.id,
      since: paidAt.get(subscription.id) ?? subscription.startedAt,
      isStaffMade: subscription.isStaffMade,
      seenAt: subscription.createdAt,
    });
    return {
      deactivatedAt: account?.deactivatedAt ?? null,
      seenAt: new Map(own.map((known) => [known.id, known.createdAt])),
      knownPaid,
      notBegun: new Set(own.filter(({ status }) => status === 'pending').map((known) => known.id)),
      elsewhere: beside.filter((other) => isOfSamePerson(customer, other)).map(contenderOf),
      ofSameMailbox: beside.filter((other) => !isOfSamePerson(customer, other)).map(contenderOf),
    };
  }

  /** The provider deleted a customer, and with it whatever it had: it ends here too. */
  private async lose(tx: Transaction, customerId: string): Promise<Difference[]> {
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null) return [];
    const now = this.clock.now();
    if (customer.lostAt === null) await this.customers.save(tx, { id: customerId, lostAt: now });
    const differences: Difference[] = [];
    for (const known of await this.subscriptions.lockOf(tx, customerId)) {
      if (known.status === 'cancelled') continue;
      const ended = Object.assign(new Subscription(), known, {
        status: 'cancelled',
        access: false,
        pausedFrom: null,
        pausedUntil: null,
        endedAt: now,
      } satisfies Partial<Subscription>);
      differences.push(...(await this.keep(tx, known, ended)));
      await this.announceMembership.of(tx, customer, ended);
    }
    return differences;
  }

  private async write(
    tx: Transaction,
    customerId: string,
    mark: MembershipMark,
    remote: RemoteCustomer,
    entries: readonly Stripe.CustomerBalanceTransaction[],
    { deactivatedAt, knownPaid }: LocalState,
  ): Promise<Difference[]> {
    const isDeactivated = deactivatedAt !== null;
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null) return [];
    if (remote.isDeleted && customer.erasedAt === null && customer.lostAt === null)
      await this.customers.save(tx, { id: customerId, lostAt: this.clock.now() });
    const differences = await this.keepCredit.add(tx, customer.id, entries);
    const known = new Map(
      (await this.subscriptions.lockOf(tx, customer.id)).map((subscription) => [subscription.id, subscription]),
    );
    const published = remote.subscriptions
      .map((subscription) => this.subscriptionOf(subscription, customer, mark, remote, known.get(subscription.id)))
      .filter((subscription) => subscription !== null);
    // Ended ones first: the database lets a person have one live subscription, and its successor may be in the same batch.
    published.sort((a, b) => Number(LIVE_STATUSES.includes(a.status)) - Number(LIVE_STATUSES.includes(b.status)));
    const changed: Subscription[] = [];
    for (const subscription of published) {
      const found = await this.keep(tx, known.get(subscription.id), subscription);
      if (found.length > 0) changed.push(subscription);
      differences.push(...found);
    }
    for (const subscription of remote.subscriptions)
      await publishEnding(tx, customer, known.get(subscription.id), subscription, remote);
    for (const subscription of published) {
      await publishPending(tx, customer, known.get(subscription.id), subscription, remote);
      if (!isDeactivated)
        await publishFirstFailure(tx, customer, known.get(subscription.id), subscription, remote, this.clock.now());
      await publishCancellation(tx, customer, known.get(subscription.id), subscription);
      await publishResumption(tx, customer, known.get(subscription.id), subscription);
      await publishPause(tx, customer, known.get(subscription.id), subscription);
      await publishDiscount(tx, customer, known.get(subscription.id), subscription);
      await publishPauseEnd(tx, customer, known.get(subscription.id), subscription, remote);
    }

    for (const checkoutId of refusedCheckoutsOf(remote, knownPaid))
      await this.promoCodes.giveBack(tx, checkoutId, this.clock.now());

    const refunds = refundsByIntent(remote.charges, remote.disputes);
    const disputed = disputedIntents(remote.disputes);
    const wasPaused = new Set([...known.values()].filter(({ status }) => status === 'paused').map(({ id }) => id));
    const ours = new Map(published.map((subscription) => [subscription.id, subscription]));
    differences.push(
      ...(await this.keepPayments.execute(
        tx,
        customer,
        remote,
        ours,
        refunds,
        disputed,
        knownPaid,
        isDeactivated,
        wasPaused,
      )),
    );
    // With what was charged first, which is stored by now.
    for (const subscription of changed) await this.announceMembership.of(tx, customer, subscription);
    differences.push(...(await this.keepPurchases.execute(tx, customer, remote, refunds, disputed)));
    return differences;
  }

  /**
   * Two of a person's customers with a live subscription: the one that is to end is ended when its own customer is synced. Where something
   * changed, one of an account's customers may have credit that belongs to another. In a transaction of its own, so that two that are synced
   * together never wait for each other's rows.
   */
  private async wakeOthers(customerId: string, hasChanged: boolean): Promise<void> {
    const customer = await this.customers.findById(customerId);
    if (customer === null) return;
    const live = (await this.subscriptions.of(customerId)).find(({ status }) => LIVE_STATUSES.includes(status));
    const beside = live === undefined ? [] : await this.subscriptions.liveBeside(customer);
    const contending = beside
      // A membership that staff made may wait beside another one for months: the two do not wake each other for nothing.
      .filter(
        (other) => hasChanged || isOfSamePerson(customer, other) || !(other.isStaffMade || live?.isStaffMade === true),
      )
      .map((subscription) => subscription.customerId);
    const customersOfUser =
      hasChanged && customer.userId !== null
        ? (await this.customers.servingOf(customer.userId)).map(({ id }) => id)
        : [];
    const others = [...new Set([...contending, ...customersOfUser])].filter((id) => id !== customerId);
    if (others.length === 0) return;
    await this.transactor.run(async (tx) => {
      await this.customers.makeSyncDue(tx, others, this.clock.now());
      tx.afterCommit(() => this.jobs.wake(syncDueCustomers, {}, { key: 'wake' }));
    });
  }

  /** The subscription as we keep it, or `null` when it is to something else. */
  private subscriptionOf(
    remote: Stripe.Subscription,
    { id: customerId, erasedAt }: Customer,
    mark: MembershipMark,
    all: RemoteCustomer,
    known: Subscription | undefined,
  ): Subscription | null {
    const item = membershipItemOf(remote, mark);
    if (item === null) return null;
    const firstPayment = firstPaymentOf(all, remote);
    // Nothing is paid yet, although the provider has it run already.
    const reported =
      remote.ended_at === null && firstPayment === 'processing' ? 'pending' : membershipStatusOf(remote.status);
    const period = periodOf(remote, item);
    const pause = pauseOf(remote, period, all.invoices);
    const status = reported === 'active' && pause?.hasBegun === true ? 'paused' : reported;
    // Money that arrives for one that was ended before is refunded, and begins nothing.
    const hasBegun =
      known?.status === 'cancelled'
        ? known.hasBegun
        : known?.hasBegun === true ||
          (status === 'cancelled' ? hadBegun(all, remote) : status !== 'pending' && firstPayment === null);
    return Object.assign(new Subscription(), {
      id: remote.id,
      customerId,
      status,
      access: hasAccess(status, period.start, this.clock.now()),
      plan: planOfPrice(item.price),
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      startedAt: fromUnix(remote.start_date),
      currentPeriodStart: period.start,
      currentPeriodEnd: period.end,
      cancelAtPeriodEnd: period.isLast,
      hasBegun,
      isStaffMade: isStaffMade(remote),
      isStopped: isStopped(remote),
      pausedFrom: pause?.from ?? null,
      pausedUntil: pause?.until ?? null,
      ...discountOf(remote, known, this.clock.now()),
      ...(erasedAt === null ? cardOf(remote, all) : NO_CARD),
      endedAt: remote.ended_at === null ? null : fromUnix(remote.ended_at),
    } satisfies Omit<Subscription, 'customer' | 'version' | 'createdAt'>);
  }

  private async keep(tx: Transaction, known: Subscription | undefined, published: Subscription): Promise<Difference[]> {
    const differences = differencesOf(`subscription ${published.id}`, known, published, SUBSCRIPTION_FIELDS, 'status');
    if (differences.length === 0) return [];
    if (known !== undefined && !canBecome(known.status, published.status)) {
      this.logger.warn(
        { subscriptionId: published.id, from: known.status, to: published.status },
        'A membership made a move that there is not',
      );
    }
    const subscription = Object.assign(published, {
      version: (known?.version ?? 0) + 1,
      createdAt: known?.createdAt ?? this.clock.now(),
    });
    await this.subscriptions.save(tx, subscription);
    if (known !== undefined && known.cancelAtPeriodEnd !== subscription.cancelAtPeriodEnd) {
      await this.recordChange(tx, subscription, subscription.cancelAtPeriodEnd ? 'cancelled' : 'resumed');
    }
    if (known !== undefined && (known.pausedFrom === null) !== (subscription.pausedFrom === null))
      await this.recordChange(tx, subscription, subscription.pausedFrom === null ? 'pause_ended' : 'paused');
    if (known !== undefined && known.plan !== subscription.plan) await this.recordChange(tx, subscription, 'switched');
    return differences;
  }

  private async recordChange(
    tx: Transaction,
    { customerId, id: subscriptionId, currentPeriodEnd: periodEnd, pausedUntil, plan }: Subscription,
    change: RenewalChange['change'],
  ): Promise<void> {
    const at = this.clock.now();
    await this.subscriptions.recordRenewalChange(tx, {
      customerId,
      subscriptionId,
      change,
      periodEnd,
      pausedUntil,
      plan: change === 'switched' ? plan : null,
      at,
    });
  }
}
