import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Clock } from '@lectern/service-kit/time/clock';
import { isEnding } from '../program/price.ts';
import { fromUnix, toUnix } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { FindMembership, type FoundMembership } from '../subscription/find-membership.ts';
import { isOverdue } from '../subscription/remote-customer.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';

/** The next charge moves by as much at most. */
const LONGEST_MS = 366 * 86_400_000;

/**
 * Moves the next charge of a membership to a later time, free of charge. The provider runs it as a trial until then, which is its way to
 * change the day of billing (docs/adr/0048).
 */
@Injectable()
export class ExtendMembership {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly memberships: FindMembership,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  /** Throws the reason why a membership cannot be extended until then. */
  check({ subscription, item, pause }: FoundMembership, until: Date): void {
    if (isEnding(subscription)) throw refused('It is cancelled. Resume it first, then extend it.');
    if (pause !== null) throw refused('It is paused. End the pause first, then extend it.');
    if (isOverdue(subscription)) throw new DomainError('payment_due');
    const { latest_invoice: invoice, status, items } = subscription;
    const invoiceStatus = typeof invoice === 'string' ? null : invoice?.status;
    const end = fromUnix(item.current_period_end);
    if (invoiceStatus === 'draft' || end <= this.clock.now())
      throw refused('It renews right now. It can be extended once it is paid, in about an hour.');
    if (invoiceStatus === 'open') throw new DomainError('payment_processing');
    const isArranged =
      !(status === 'active' || status === 'trialing') ||
      subscription.pause_collection !== null ||
      subscription.cancel_at !== null ||
      items.data.length !== 1 ||
      subscription.collection_method !== 'charge_automatically';
    if (isArranged) throw refused('It has terms of staff at the payment provider. Change it there.');
    if (until <= end) throw invalid('Choose a day after the next charge');
    if (until.getTime() - end.getTime() > LONGEST_MS) throw invalid('Choose a day within a year after the next charge');
  }

  /** Under the lock of cancellations. Idempotent: one that is charged next at that time stays as it is. */
  async execute(userId: string, until: Date): Promise<void> {
    await this.lock.hold(`renewal:${userId}`, async () => {
      const found = await this.memberships.ofActiveAccount(userId);
      const { subscription, item, customerId } = found;
      if (item.current_period_end !== toUnix(until)) {
        this.check(found, until);
        await callingProvider(() =>
          this.stripe.api.subscriptions.update(subscription.id, {
            trial_end: toUnix(until),
            proration_behavior: 'none',
          }),
        ).catch((error: unknown) => {
          // It renewed or ended since it was read.
          throw error instanceof Stripe.errors.StripeInvalidRequestError
            ? refused('It changed a moment ago. Nothing was done. Reload the page.', error)
            : error;
        });
      }
      await this.syncCustomer.execute(customerId);
    });
  }
}

const refused = (message: string, cause?: unknown): DomainError =>
  new DomainError('membership_action_refused', { message, cause });

const invalid = (message: string): DomainError =>
  new DomainError('invalid_request', { message, fields: { until: message } });
