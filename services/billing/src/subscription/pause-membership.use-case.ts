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
import { AccountRepository } from '../account/account.repository.ts';
import { CreditRepository } from '../credit/credit.repository.ts';
import { isEnding, membershipItemOf, periodOf, planOfPrice } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { nextChargeOf } from './next-charge.ts';
import { monthsAfter, NO_PAUSE, type Pause, PAUSE_MONTHS, pauseOf, pauseParams } from './pause.ts';
import { ENDED, isOverdue } from './remote-customer.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

interface Pausable {
  readonly subscription: Stripe.Subscription;
  readonly item: Stripe.SubscriptionItem;
  readonly customerId: string;
  /** As it is stored here. */
  readonly known: Subscription;
  readonly pause: Pause | null;
}

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
    private readonly programs: ProgramRepository,
    private readonly accounts: AccountRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly credit: CreditRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  @Handles(previewPause)
  async offer({ userId }: RpcInput<typeof previewPause>): Promise<PauseOffer> {
    const found = await this.find(userId);
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
      const found = await this.find(userId);
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
    const found = await this.find(userId);
    const { pause } = found;
    if (pause === null) throw refused('Your membership is not paused any more. Reload the page.');
    return this.quote(found, pause);
  }

  @Handles(endPause)
  async end({ userId, amountDue }: RpcInput<typeof endPause>): Promise<RpcOutput<typeof endPause>> {
    return this.lock.hold(`renewal:${userId}`, async () => {
      const found = await this.find(userId);
      const updated = found.pause === null ? found.subscription : await this.endOne(found, found.pause, amountDue);
      await this.syncCustomer.execute(found.customerId);
      const item = updated.items.data.find(({ id }) => id === found.item.id) ?? found.item;
      return { nextChargeAt: fromUnix(item.current_period_end).toISOString() };
    });
  }

  private async endOne(found: Pausable, pause: Pause, accepted: number): Promise<Stripe.Subscription> {
    const quote = await this.quote(found, pause);
    if (quote.amountDue !== accepted) throw changed(quote.amountDue);
    try {
      return await this.update(found, pause.hasBegun ? CHARGES_NOW : NO_PAUSE);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) throw new DomainError('card_declined', { cause: error });
      throw pause.hasBegun ? unanswered(error) : error;
    }
  }

  private async update({ subscription, customerId }: Pausable, change: Stripe.SubscriptionUpdateParams) {
    try {
      return await callingProvider(() => this.stripe.api.subscriptions.update(subscription.id, change));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // It renewed or ended since it was read.
      await this.syncCustomer.execute(customerId);
      throw refused('Your membership changed a moment ago. Nothing was charged. Reload the page.', error);
    }
  }

  /** Reads the live membership of an account from the provider. */
  private async find(userId: string): Promise<Pausable> {
    if ((await this.accounts.find(null, userId))?.deactivatedAt != null) throw new DomainError('account_deactivated');
    const known = await this.subscriptions.leadingOfUser(userId);
    if (known?.status === 'pending') throw new DomainError('payment_processing');
    if (known === null || known.status === 'cancelled') throw new DomainError('subscription_none');
    const subscription = await callingProvider(() =>
      this.stripe.api.subscriptions.retrieve(known.id, { expand: ['latest_invoice'] }),
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

  /** Throws the reason why a membership cannot be paused. */
  private check({ subscription, item, pause }: Pausable): void {
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

  private async quote(found: Pausable, pause: Pause): Promise<PauseEndQuote> {
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

const priceOf = ({ item }: Pausable): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** The charge at an instant, once no pause stands in its way. */
const chargeAt = (found: Pausable, balance: number, at: Date): NextCharge | null =>
  nextChargeOf(
    { ...found.known, status: 'active', cancelAtPeriodEnd: false, amount: priceOf(found), pausedUntil: null },
    balance,
    at,
  );

const chargedAfter = ({ subscription, item }: Pausable, months: number): Date =>
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
