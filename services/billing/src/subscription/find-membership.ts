import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { AccountRepository } from '../account/account.repository.ts';
import { membershipItemOf, periodOf } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { type Pause, pauseOf } from './pause.ts';
import { ENDED } from './remote-customer.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** A live membership as the provider has it now, with its latest invoice and its discounts. */
export interface FoundMembership {
  readonly subscription: Stripe.Subscription;
  readonly item: Stripe.SubscriptionItem;
  readonly customerId: string;
  /** As it is stored here. */
  readonly known: Subscription;
  /** Also in the last month of a pause, in which the provider collects again. */
  readonly pause: Pause | null;
}

@Injectable()
export class FindMembership {
  constructor(
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly accounts: AccountRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
  ) {}

  /** Throws `account_deactivated`, `payment_processing` while its first payment is on its way, and `subscription_none`. */
  async ofActiveAccount(userId: string): Promise<FoundMembership> {
    if ((await this.accounts.find(null, userId))?.deactivatedAt != null) throw new DomainError('account_deactivated');
    return this.of(userId);
  }

  /** As {@link ofActiveAccount}, also of a deactivated account. */
  async of(userId: string): Promise<FoundMembership> {
    const known = await this.subscriptions.leadingOfUser(userId);
    if (known?.status === 'pending') throw new DomainError('payment_processing');
    if (known === null || known.status === 'cancelled') throw new DomainError('subscription_none');
    const subscription = await callingProvider(() =>
      this.stripe.api.subscriptions.retrieve(known.id, { expand: ['latest_invoice', 'discounts'] }),
    );
    const item = membershipItemOf(subscription, await this.programs.membershipMark([known]));
    if (ENDED.has(subscription.status) || item === null) {
      await this.syncCustomer.execute(known.customerId);
      throw new DomainError('subscription_none');
    }
    const { latest_invoice: invoice } = subscription;
    const invoices = invoice === null || typeof invoice === 'string' ? [] : [invoice];
    const pause = pauseOf(subscription, periodOf(subscription, item), invoices);
    return { subscription, item, customerId: known.customerId, known, pause };
  }
}
