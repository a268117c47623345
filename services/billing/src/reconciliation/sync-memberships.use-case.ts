import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { syncMember, syncMemberships } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { membershipItemOf, periodOf } from '../program/price.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { idOf } from '../stripe/expandable.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { membershipStatusOf } from '../subscription/membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { ReconcileCustomer } from './reconcile-customer.ts';

const UNKNOWN =
  'Stripe has no subscription with this id. Copy the whole id from the subscription’s page in Stripe. Nothing was changed.';

/** Whether the customer is an unclaimed guest whose data here is also at the provider. */
const isUnclaimed = ({ userId, erasedAt, isProviderUpdated }: Customer): boolean =>
  userId === null && erasedAt === null && isProviderUpdated;

/** Syncs that administrators start manually. Both end in the same convergent sync as everything else. */
@Injectable()
export class SyncMemberships {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly promoCodes: PromoCodeRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly reconcileCustomer: ReconcileCustomer,
  ) {}

  /**
   * Reads every subscription to a price of ours from the provider and syncs the customers whose records here differ or are missing.
   * Idempotent.
   */
  @Handles(syncMemberships)
  async everybody({ by: admin }: RpcInput<typeof syncMemberships>): Promise<RpcOutput<typeof syncMemberships>> {
    const run = await this.reconcileCustomer.begin('admin', { admin, action: 'sync_all_registrations', details: {} });
    const different = new Set<string>();
    let checked = 0;
    await callingProvider(async () => {
      for await (const subscription of this.reconcileCustomer.subscriptions()) {
        checked += 1;
        const customerId = idOf(subscription.customer) ?? '';
        if (different.has(customerId) || (await this.agrees(subscription))) continue;
        if ((await this.customers.findById(customerId)) === null)
          await this.reconcileCustomer.adopt(subscription.customer);
        different.add(customerId);
      }
    });
    let repaired = 0;
    for (const customerId of different) repaired += (await this.reconcileCustomer.tryTo(run.id, customerId)) ? 1 : 0;
    await this.reconcileCustomer.finish(run);
    return { checked, repaired };
  }

  /**
   * Syncs one member. The email address of a guest that no account has claimed is the provider's: where staff corrected it there, the
   * purchase waits for that mailbox from now on, which is welcomed.
   * @throws DomainError `sync_mismatch` when address, subscription and customer do not belong together; nothing is changed then
   */
  @Handles(syncMember)
  async one(input: RpcInput<typeof syncMember>): Promise<RpcOutput<typeof syncMember>> {
    const subscription = await callingProvider(() =>
      this.stripe.api.subscriptions.retrieve(input.subscriptionId, { expand: ['customer'] }),
    ).catch((error: unknown) => {
      throw isMissing(error) ? new DomainError('sync_mismatch', { message: UNKNOWN, cause: error }) : error;
    });
    const { customer } = subscription;
    const membership = await this.subscriptions.findById(subscription.id);
    const mark = await this.programs.membershipMark(membership === null ? [] : [membership]);
    const isOurs = membershipItemOf(subscription, mark) !== null;
    if (typeof customer === 'string' || customer.deleted === true || customer.id !== input.customerId || !isOurs)
      throw new DomainError('sync_mismatch');
    const known = await this.customers.findById(customer.id);
    const address = known === null || isUnclaimed(known) ? (customer.email ?? known?.email ?? null) : known.email;
    if (address === null || keyOf(address) !== keyOf(input.email)) throw new DomainError('sync_mismatch');
    if (known === null) await this.reconcileCustomer.adopt(customer);
    const { by: admin, ...details } = input;
    const run = await this.reconcileCustomer.begin('admin', { admin, action: 'sync_registration', details });
    const isCorrected = known !== null && keyOf(address) !== known.emailKey && (await this.correct(known.id, address));
    const differed = await this.reconcileCustomer.execute(run.id, customer.id);
    await this.reconcileCustomer.finish(run);
    return { repaired: isCorrected || differed ? 1 : 0 };
  }

  /** Returns whether the customer is still a guest's. */
  private async correct(customerId: string, email: string): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const customer = await this.customers.lockById(tx, customerId);
      if (customer === null || !isUnclaimed(customer)) return false;
      await this.customers.save(tx, Object.assign(customer, { email, emailKey: keyOf(email) }));
      await this.checkouts.correctEmail(tx, customerId, email);
      await this.promoCodes.correctEmail(tx, customerId, customer.emailKey);
      await this.customers.claim(tx, [customer]);
      await this.announceMembership.again(tx, customer, { isEmailCorrected: true });
      return true;
    });
  }

  private async agrees(remote: Stripe.Subscription): Promise<boolean> {
    const known = await this.subscriptions.findById(remote.id);
    const item = remote.items.data[0];
    if (known === null || item === undefined) return false;
    const period = periodOf(remote, item);
    return (
      known.status === membershipStatusOf(remote.status) &&
      known.cancelAtPeriodEnd === period.isLast &&
      known.currentPeriodEnd.getTime() === period.end.getTime()
    );
  }
}
