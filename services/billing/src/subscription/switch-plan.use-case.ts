import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import { previewPlanSwitch, switchPlan } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { Plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { isEnding, planOfPrice, priceOfMembership } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { fromUnix, toUnix } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { FindMembership, type FoundMembership } from './find-membership.ts';
import { isOverdue } from './remote-customer.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** A quote fixes the instant from which the rest of the period is credited, so it is not accepted for long. */
const QUOTE_MS = 30 * 60_000;

/** The replica that made a quote may be ahead of this one by as much. */
const CLOCKS_MS = 60_000;

interface PlanChange {
  items: { id: string; price: string }[];
  proration_behavior: 'always_invoice';
  proration_date: number;
}

/**
 * Switches a membership between monthly and annual. The provider computes the amounts and charges them; a switch that its card does not pay
 * changes nothing.
 */
@Injectable()
export class SwitchPlan {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly memberships: FindMembership,
    private readonly payments: PaymentRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  @Handles(previewPlanSwitch)
  async preview({
    userId,
    plan,
    quotedAt,
  }: RpcInput<typeof previewPlanSwitch> & { readonly quotedAt?: string }): Promise<PlanSwitchQuote> {
    const found = await this.memberships.ofActiveAccount(userId);
    if (planOfPrice(found.item.price) === plan) throw refused(isAlready(plan));
    await this.check(found);
    return this.quote(found, plan, quotedAt === undefined ? this.now(found) : new Date(quotedAt));
  }

  /** Under the lock of cancellations, so that of both at the same moment the second sees what the first did. */
  @Handles(switchPlan)
  async execute(input: RpcInput<typeof switchPlan>): Promise<RpcOutput<typeof switchPlan>> {
    return this.lock.hold(`renewal:${input.userId}`, async () => {
      const found = await this.memberships.ofActiveAccount(input.userId);
      const isOfPlan = planOfPrice(found.item.price) === input.plan;
      // The request before, which lost its answer, may have switched it.
      if (isOfPlan && found.subscription.metadata[SWITCHED_FOR] !== keyOf(input)) throw refused(isAlready(input.plan));
      const item = isOfPlan ? found.item : await this.switch(found, input);
      await this.syncCustomer.execute(found.customerId);
      return { nextChargeAt: fromUnix(item.current_period_end).toISOString() };
    });
  }

  private async switch(
    found: FoundMembership,
    accepted: RpcInput<typeof switchPlan>,
  ): Promise<Stripe.SubscriptionItem> {
    const { subscription, item } = found;
    const { plan } = accepted;
    await this.check(found);
    const quotedAt = new Date(accepted.quotedAt);
    const age = this.clock.now().getTime() - quotedAt.getTime();
    const isValid = age <= QUOTE_MS && age >= -CLOCKS_MS && toUnix(quotedAt) >= item.current_period_start;
    const quote = await this.quote(found, plan, isValid ? quotedAt : this.now(found));
    if (!isValid || quote.amountDue !== accepted.amountDue || quote.creditLeft !== accepted.creditLeft)
      throw changed(quote);
    const change = {
      ...(await this.changeOf(found, plan, quotedAt)),
      payment_behavior: 'error_if_incomplete' as const,
      metadata: { [SWITCHED_FOR]: keyOf(accepted) },
    };
    const options = { idempotencyKey: `switch-${subscription.id}-${keyOf(accepted)}` };
    try {
      const updated = await callingProvider(() =>
        this.stripe.api.subscriptions.update(subscription.id, change, options),
      );
      return updated.items.data.find(({ id }) => id === item.id) ?? item;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) throw new DomainError('card_declined', { cause: error });
      if (error instanceof DomainError) throw unanswered(error);
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // It renewed or ended since it was read.
      await this.syncCustomer.execute(found.customerId);
      throw refused('Your membership changed a moment ago. Nothing was charged. Reload the page.', error);
    }
  }

  /** Throws the reason why a membership cannot be switched. */
  private async check({ subscription, item, pause }: FoundMembership): Promise<void> {
    if (isEnding(subscription))
      throw refused('Your membership is cancelled. Resume it first, then switch to another plan.');
    if (subscription.pause_collection !== null || pause !== null)
      throw refused('Your membership is paused. End the pause first, then switch to another plan.');
    if (isOverdue(subscription)) throw new DomainError('payment_due');
    // The provider would give all of it as credit for the rest of the period.
    if (await this.payments.isReturned(subscription.id, this.clock.now()))
      throw refused('A payment of the running period was refunded or is disputed. Write to us, and we find a way.');
    const { latest_invoice: invoice, discounts, items, collection_method: collection } = subscription;
    const invoiceStatus = typeof invoice === 'string' ? null : invoice?.status;
    if (invoiceStatus === 'draft' || fromUnix(item.current_period_end) <= this.clock.now())
      throw refused(
        'Your membership renews right now. You can switch to another plan once it is paid, in about an hour.',
      );
    if (invoiceStatus === 'open') throw new DomainError('payment_processing');
    const isDiscounted = discounts.some(
      (discount) =>
        typeof discount !== 'string' && (discount.end === null || fromUnix(discount.end) > this.clock.now()),
    );
    const isArranged =
      subscription.status !== 'active' ||
      items.data.length !== 1 ||
      item.quantity !== 1 ||
      collection !== 'charge_automatically';
    if (isDiscounted || isArranged)
      throw refused(
        'Your membership has a discount or terms that another plan cannot take over. Write to us, and we find a way.',
      );
  }

  /** Whole seconds, as the provider counts. Not before the period began, by whichever clock. */
  private now({ item }: FoundMembership): Date {
    return fromUnix(Math.max(toUnix(this.clock.now()), item.current_period_start));
  }

  private async changeOf({ item }: FoundMembership, plan: Plan, from: Date): Promise<PlanChange> {
    const { priceId } = priceOfMembership(await this.programs.membership(), { plan });
    return {
      items: [{ id: item.id, price: priceId }],
      proration_behavior: 'always_invoice',
      proration_date: toUnix(from),
    };
  }

  /** The provider's charge and credit, with the rest of the period counted from an instant. */
  private async quote(found: FoundMembership, plan: Plan, from: Date): Promise<PlanSwitchQuote> {
    const { amount: price } = priceOfMembership(await this.programs.membership(), { plan });
    const invoice = await callingProvider(async () =>
      this.stripe.api.invoices.createPreview({
        customer: found.customerId,
        subscription: found.subscription.id,
        subscription_details: await this.changeOf(found, plan, from),
      }),
    );
    const lines = invoice.lines.data;
    const credit = lines.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
    const creditLeft = Math.max(0, -(invoice.total + invoice.starting_balance));
    return {
      plan,
      price,
      credit,
      balance: negated(invoice.starting_balance),
      amountDue: invoice.amount_due,
      creditLeft,
      nextCharge: Math.max(0, price - creditLeft),
      // The credit is for a period that may end later.
      nextChargeAt: fromUnix(
        Math.max(...lines.filter(({ amount }) => amount > 0).map(({ period }) => period.end)),
      ).toISOString(),
      quotedAt: from.toISOString(),
    };
  }
}

/** Marks a subscription with the quote that its plan was last switched for, so that the repeated request is recognized. */
const SWITCHED_FOR = 'lectern_switched_for';

const keyOf = ({ plan, quotedAt }: Pick<PlanSwitchQuote, 'plan' | 'quotedAt'>): string =>
  `${plan}-${toUnix(new Date(quotedAt))}`;

const isAlready = (plan: Plan): string => `Your plan is ${plan} already. Reload the page.`;

/** Without the negative zero, which JSON does not have. */
const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

const refused = (message: string, cause?: unknown): DomainError =>
  new DomainError('switch_refused', { message, cause });

const changed = ({ amountDue, creditLeft }: PlanSwitchQuote): DomainError =>
  new DomainError('switch_changed', {
    message: `The amounts have changed: the switch now charges ${formatCents(amountDue)}${
      creditLeft > 0 ? ` and leaves ${formatCents(creditLeft)} of credit` : ''
    }. Nothing was charged. Check them before you switch.`,
  });

/** The provider may have made the switch although its answer was lost. */
const unanswered = (cause: DomainError): DomainError =>
  cause.code === 'payment_provider_unavailable'
    ? new DomainError(cause.code, {
        message:
          'Our payment provider did not answer, so we do not know yet whether your plan was switched. Reload the page in a moment: it shows your plan. You are not charged twice.',
        retryAfter: 5,
        cause,
      })
    : cause;
