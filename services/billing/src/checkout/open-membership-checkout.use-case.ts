import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf, type Plan } from '@lectern/contracts/fields';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import { EnsureCustomer, type Person } from '../customer/ensure-customer.ts';
import { type MembershipPrice, priceOfPlan } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import type { PromoCode } from '../promo-code/promo-code.entity.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { PromoCodes, promoInvalid } from '../promo-code/promo-codes.ts';
import { NoteReferral } from '../referral/note-referral.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { fromUnix, toUnix } from '../stripe/expandable.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { Checkout } from './checkout.entity.ts';
import { CheckoutRepository } from './checkout.repository.ts';
import { ExpireSession } from './expire-session.ts';
import { holdUntil, isStale } from './page-lifetime.ts';

export interface CheckoutRequest extends Person {
  readonly plan: Plan;
  readonly promoCode: string | null;
  readonly referral: { readonly referrerId: string; readonly code: string } | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Opens the provider's page on which a person pays for a membership. Per person one page can be paid at a time: the open one
 * of the same plan and promo code is answered again, any other is closed first. With a live membership it is
 * `membership_exists`. Everything happens under the person's lock, and each step can be repeated after a crash.
 */
@Injectable()
export class OpenMembershipCheckout {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly checkouts: CheckoutRepository,
    private readonly expireSession: ExpireSession,
    private readonly promoCodes: PromoCodes,
    private readonly promoCodeRows: PromoCodeRepository,
    private readonly noteReferral: NoteReferral,
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  async execute(request: CheckoutRequest): Promise<{ checkoutUrl: string }> {
    const price = priceOfPlan(await this.programs.membership(), request.plan);
    return this.lock.hold(`person:${keyOf(request.email)}`, async () => {
      const customer = await this.ensureCustomer.for(request);
      if (await this.subscriptions.hasLive(customer.id)) throw new DomainError('membership_exists');
      if (request.referral !== null) await this.noteReferral.of(customer, request.referral);
      const pending = await this.checkouts.pendingOf(customer.emailKey);
      const checkout = (pending === null ? null : await this.reuse(pending, request)) ?? (await this.start(request, price, customer));
      return { checkoutUrl: await this.openAtProvider(checkout, price) };
    });
  }

  /** The page that is open already, when it serves; `null` when a new one is needed. */
  private async reuse(pending: Checkout, request: CheckoutRequest): Promise<Checkout | null> {
    const isSame = pending.plan === request.plan && (await this.hasPromoCode(pending, request.promoCode));
    if (pending.sessionId === null) {
      if (isSame && !isStale(pending, this.clock.now())) return pending; // its opening was interrupted: go on with it
      await this.finish(pending, 'expired');
      return null;
    }
    const sessionId = pending.sessionId;
    const session = isSame
      ? await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId))
      : await this.expireSession.execute(sessionId);
    if (session.status === 'open') return pending;
    await this.finish(pending, session.status === 'complete' ? 'complete' : 'expired');
    if (session.status !== 'complete' || pending.customerId === null) return null;
    // Paid, and the provider's message is still on its way.
    await this.syncCustomer.execute(pending.customerId);
    if (await this.subscriptions.hasLive(pending.customerId)) throw new DomainError('membership_exists');
    return null;
  }

  private async hasPromoCode(pending: Checkout, code: string | null): Promise<boolean> {
    if (code === null || pending.promoCodeId === null) return code === null && pending.promoCodeId === null;
    return (await this.promoCodes.find(code))?.id === pending.promoCodeId;
  }

  private async start(request: CheckoutRequest, price: MembershipPrice, customer: Customer): Promise<Checkout> {
    const now = this.clock.now();
    const promoCode = request.promoCode === null ? null : await this.promoCodes.usable(request.promoCode, price);
    const checkout = Object.assign(new Checkout(), {
      id: randomUUID(),
      emailKey: customer.emailKey,
      plan: price.plan,
      amount: price.amount,
      promoCodeId: promoCode?.id ?? null,
      status: 'opening',
      customerId: customer.id,
      sessionId: null,
      url: null,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      // What is scarce is not held for a day.
      expiresAt: promoCode?.maxUses == null ? null : holdUntil(now),
      createdAt: now,
    } satisfies Omit<Checkout, 'customer' | 'promoCode'>);
    await this.transactor.run(async (tx) => {
      if (promoCode !== null && !(await this.promoCodeRows.hold(tx, promoCode.id, checkout.id, now))) throw promoInvalid();
      await this.checkouts.save(tx, checkout);
    });
    return checkout;
  }

  private async openAtProvider(checkout: Checkout, price: MembershipPrice): Promise<string> {
    if (checkout.url !== null) return checkout.url;
    const promoCode: PromoCode | null = checkout.promoCodeId === null ? null : await this.promoCodeRows.findById(checkout.promoCodeId);
    const metadata = { lectern_checkout: checkout.id, lectern_plan: checkout.plan };
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer: checkout.customerId ?? undefined,
      client_reference_id: checkout.id,
      line_items: [{ price: price.priceId, quantity: 1 }],
      ...(promoCode === null ? {} : { discounts: [{ coupon: await this.promoCodes.couponOf(promoCode) }] }),
      ...(checkout.expiresAt === null ? {} : { expires_at: toUnix(checkout.expiresAt) }),
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      metadata,
      subscription_data: { metadata },
    };
    const session = await callingProvider(() =>
      this.stripe.api.checkout.sessions.create(parameters, { idempotencyKey: `checkout-${checkout.id}` }),
    );
    if (session.url === null) throw new DomainError('payment_provider_unavailable');
    const url = session.url;
    await this.transactor.run((tx) =>
      this.checkouts.save(tx, { ...checkout, status: 'open', sessionId: session.id, url, expiresAt: fromUnix(session.expires_at) }),
    );
    return url;
  }

  private async finish(checkout: Checkout, status: 'complete' | 'expired'): Promise<void> {
    await this.transactor.run((tx) => this.checkouts.finish(tx, checkout, status, this.clock.now()));
  }
}
