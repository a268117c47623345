import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { NextCharge } from '@lectern/contracts/billing/credit';
import type { PauseEndQuote, PauseOffer } from '@lectern/contracts/billing/pause';
import { endPause, pauseMembership, previewPause, previewPauseEnd } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { formatCents } from '@lectern/contracts/money';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { CreditRepository } from '../credit/credit.repository.ts';
import { isEnding, periodOf, planOfPrice } from '../program/price.ts';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { FindMembership, type FoundMembership } from './find-membership.ts';
import { nextChargeOf } from './next-charge.ts';
import { monthsAfter, NO_PAUSE, type Pause, PAUSE_MONTHS, pauseParams } from './pause.ts';
import { isOverdue } from './remote-customer.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** Ends a pause that has begun: a new period begins, charged now, or nothing is changed. */
const CHARGES_NOW = {
  ...NO_PAUSE,
  billing_cycle_anchor: { type: 'now' },
  proration_behavior: 'none',
  payment_behavior: 'error_if_incomplete',
} as const satisfies Stripe.SubscriptionUpdateParams;

/**
 * Pauses a monthly membership at the end of its paid period, and ends its pause. The provider keeps the pause, and charges again by itself
 * when its time has come.
 */
@Injectable()
export class PauseMembership {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly memberships: FindMembership,
    private readonly credit: CreditRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  @Handles(previewPause)
  async offer({ userId }: RpcInput<typeof previewPause>): Promise<PauseOffer> {
    const found = await this.memberships.ofActiveAccount(userId);
    this.check(found);
    const balance = await this.credit.balanceOfCustomer(found.customerId);
    return {
      from: periodOf(found.subscription, found.item).end.toISOString(),
      choices: PAUSE_MONTHS.map((months) => {
        const until = chargedAfter(found, months);
        return { months, until: until.toISOString(), amount: chargeAt(found, balance, until)?.amount };
      }),
      price: priceOf(found),
    };
  }

  /** Under the lock of cancellations, so that of both at the same moment the second sees what the first did. */
  @Handles(pauseMembership)
  async execute({ userId, months }: RpcInput<typeof pauseMembership>): Promise<RpcOutput<typeof pauseMembership>> {
    return this.lock.hold(`renewal:${userId}`, async () => {
      const found = await this.memberships.ofActiveAccount(userId);
      const asked = { from: periodOf(found.subscription, found.item).end, until: chargedAfter(found, months) };
      // Another tab, or the request before that lost its answer, has paused it.
      const isDone = found.pause?.hasBegun === false && found.pause.until.getTime() === asked.until.getTime();
      if (!isDone) {
        this.check(found);
        await this.update(found, pauseParams(asked));
      }
      await this.syncCustomer.execute(found.customerId);
      return { from: asked.from.toISOString(), until: asked.until.toISOString() };
    });
  }

  @Handles(previewPauseEnd)
  async quoteEnd({ userId }: RpcInput<typeof previewPauseEnd>): Promise<PauseEndQuote> {
    const found = await this.memberships.ofActiveAccount(userId);
    const { pause } = found;
    if (pause === null) throw refused(NOT_PAUSED);
    return this.quote(found, pause);
  }

  @Handles(endPause)
  async end({ userId, amountDue }: RpcInput<typeof endPause>): Promise<RpcOutput<typeof endPause>> {
    return this.lock.hold(`renewal:${userId}`, async () => {
      const found = await this.memberships.ofActiveAccount(userId);
      // The request before lost its answer, or another tab repeats it.
      const isRepeated = found.pause === null && wasEndedFor(found.subscription, amountDue);
      if (found.pause === null && !isRepeated) throw refused(NOT_PAUSED);
      const updated = found.pause === null ? found.subscription : await this.endOne(found, found.pause, amountDue);
      await this.syncCustomer.execute(found.customerId);
      const item = updated.items.data.find(({ id }) => id === found.item.id) ?? found.item;
      return { nextChargeAt: fromUnix(item.current_period_end).toISOString() };
    });
  }

  private async endOne(found: FoundMembership, pause: Pause, accepted: number): Promise<Stripe.Subscription> {
    const quote = await this.quote(found, pause);
    if (quote.amountDue !== accepted) throw changed(quote.amountDue);
    try {
      const metadata = { ...NO_PAUSE.metadata, [ENDED_FOR]: String(accepted) };
      return await this.update(found, { ...(pause.hasBegun ? CHARGES_NOW : NO_PAUSE), metadata });
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) throw new DomainError('card_declined', { cause: error });
      throw pause.hasBegun ? unanswered(error) : error;
    }
  }

  private async update({ subscription, customerId }: FoundMembership, change: Stripe.SubscriptionUpdateParams) {
    try {
      return await callingProvider(() => this.stripe.api.subscriptions.update(subscription.id, change));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // It renewed or ended since it was read.
      await this.syncCustomer.execute(customerId);
      throw refused('Your membership changed a moment ago. Nothing was charged. Reload the page.', error);
    }
  }

  /** Throws the reason why a membership cannot be paused. */
  private check({ subscription, item, pause }: FoundMembership): void {
    if (pause !== null) throw refused('Your membership is paused already. Reload the page to see until when.');
    if (planOfPrice(item.price) === 'annual')
      throw refused('An annual membership cannot be paused: its year is paid. Only a monthly one can.');
    if (isEnding(subscription)) throw refused('Your membership is cancelled. Resume it first, then pause it.');
    if (isOverdue(subscription)) throw new DomainError('payment_due');
    const { latest_invoice: invoice, pause_collection: collection, status, items } = subscription;
    const invoiceStatus = invoice === null || typeof invoice === 'string' ? null : invoice.status;
    if (invoiceStatus === 'draft' || fromUnix(item.current_period_end) <= this.clock.now())
      throw refused('Your membership renews right now. You can pause it once it is paid, in about an hour.');
    if (invoiceStatus === 'open') throw new DomainError('payment_processing');
    const isArranged =
      collection !== null ||
      status !== 'active' ||
      items.data.length !== 1 ||
      item.price.recurring?.interval !== 'month' ||
      item.price.recurring.interval_count !== 1 ||
      subscription.cancel_at !== null ||
      subscription.collection_method !== 'charge_automatically';
    if (isArranged)
      throw refused('Your membership has terms that cannot be paused here. Write to us, and we find a way.');
  }

  private async quote(found: FoundMembership, pause: Pause): Promise<PauseEndQuote> {
    const price = priceOf(found);
    const { subscription, item } = found;
    if (!pause.hasBegun) {
      const next = fromUnix(item.current_period_end);
      const balance = await this.credit.balanceOfCustomer(found.customerId);
      const nextAmount = chargeAt(found, balance, next)?.amount;
      return { hasBegun: false, price, amountDue: 0, nextChargeAt: next.toISOString(), nextAmount };
    }
    const invoice = await callingProvider(() =>
      this.stripe.api.invoices.createPreview({
        customer: idOf(subscription.customer)!,
        subscription: subscription.id,
        subscription_details: { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' },
      }),
    );
    const next = fromUnix(Math.max(...invoice.lines.data.map(({ period }) => period.end)));
    return {
      ...{ hasBegun: true, price, amountDue: invoice.amount_due, nextChargeAt: next.toISOString() },
      nextAmount: chargeAt(found, -(invoice.ending_balance ?? 0), next)?.amount,
    };
  }
}

const NOT_PAUSED = 'Your membership is not paused any more. Reload the page.';

/** Marks a subscription with the amount for which its last pause was ended, so that the repeated request is recognized. */
const ENDED_FOR = 'lectern_pause_ended_for';

const wasEndedFor = ({ metadata }: Stripe.Subscription, amount: number): boolean =>
  metadata[ENDED_FOR] === String(amount);

const priceOf = ({ item }: FoundMembership): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** The charge at an instant, once no pause stands in its way. */
const chargeAt = (found: FoundMembership, balance: number, at: Date): NextCharge | null =>
  nextChargeOf(
    { ...found.known, status: 'active', cancelAtPeriodEnd: false, amount: priceOf(found), pausedUntil: null },
    balance,
    at,
  );

const chargedAfter = ({ subscription, item }: FoundMembership, months: number): Date =>
  monthsAfter(fromUnix(subscription.billing_cycle_anchor), fromUnix(item.current_period_end), months);

const refused = (message: string, cause?: unknown): DomainError => new DomainError('pause_refused', { message, cause });

const changed = (amountDue: number): DomainError =>
  new DomainError('price_changed', {
    message: `The amount has changed: ${formatCents(amountDue)} would be charged now. Nothing was charged. Check it before you go on.`,
  });

/** The provider may have charged and ended the pause although its answer was lost. */
const unanswered = (error: unknown): unknown =>
  error instanceof DomainError && error.code === 'payment_provider_unavailable'
    ? new DomainError(error.code, {
        message:
          'Our payment provider did not answer, so we do not know yet whether your pause has ended. Reload the page in a moment: it shows your membership. You are not charged twice.',
        retryAfter: 5,
        cause: error,
      })
    : error;
