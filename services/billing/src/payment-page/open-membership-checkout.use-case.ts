import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { membershipSought } from '@lectern/contracts/billing/events';
import * as contracts from '@lectern/contracts/billing/rpc';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { type MembershipPrice, priceOfMembership } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { isUsable } from '../promo-code/discount.ts';
import type { PromoCode } from '../promo-code/promo-code.entity.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { PromoCodes, promoInvalid } from '../promo-code/promo-codes.ts';
import { NoteReferral } from '../referral/note-referral.ts';
import { callingProvider, isMissingCustomer, StripeClient } from '../stripe/stripe-client.ts';
import { fromUnix, isDeleted, toUnix } from '../stripe/expandable.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { Checkout } from '../checkout/checkout.entity.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { isStale, pageEndsAt } from '../checkout/page-lifetime.ts';
import { SettleCheckout } from './settle-checkout.use-case.ts';

export type CheckoutRequest = RpcInput<typeof contracts.openMembershipCheckout>;

/** Registering with such an address would buy a second membership; verifying the mailbox brings the first one. */
const WAITS_FOR_MAILBOX =
  'Somebody paid for a membership of this email already. Confirm your email to open it: ask for the confirmation link in your account settings, or open “Set up your account” in our welcome email.';

const MEMBER_ALREADY = 'You already have an active membership. See your subscription page.';

const IS_PAUSED = 'Your membership is paused. You can resume it now on your subscription page.';

const IS_PROCESSED =
  'Your bank is still processing your payment, which can take a few days. We email you when the money has arrived. To pay another way, cancel this payment on your subscription page first.';

/**
 * Opens the provider's page on which a membership is paid for: by an account, under its lock, or by a guest for a mailbox. An account has
 * one page at a time, and so has a guest's browser: the open one of the same plan and promo code is answered again, any other is closed
 * first. Nobody is ever answered a page that somebody else opened, because its session shows who paid. Each step can be repeated after a
 * crash. Throws `price_unknown`, `price_plan_mismatch`, `address_refused`, `membership_exists`, `payment_due`, `payment_processing`,
 * `promo_invalid` and `referral_invalid`.
 */
@Injectable()
export class OpenMembershipCheckout {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly accounts: AccountRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly checkouts: CheckoutRepository,
    private readonly expireSession: ExpireSession,
    private readonly promoCodes: PromoCodes,
    private readonly promoCodeRows: PromoCodeRepository,
    private readonly noteReferral: NoteReferral,
    private readonly subscriptions: SubscriptionRepository,
    private readonly settleCheckout: SettleCheckout,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.openMembershipCheckout)
  async execute(request: CheckoutRequest): Promise<{ checkoutUrl: string }> {
    const price = priceOfMembership(await this.programs.membership(), request);
    const { userId } = request;
    const checkoutUrl =
      userId === null
        ? await this.ofGuest(request, price)
        : await this.lock.hold(`account:${userId}`, () => this.ofAccount({ ...request, userId }, price));
    return { checkoutUrl };
  }

  @Handles(contracts.checkMembershipOrder)
  async check({ promoCode, email, ...order }: RpcInput<typeof contracts.checkMembershipOrder>): Promise<void> {
    const price = priceOfMembership(await this.programs.membership(), order);
    if (promoCode !== null) await this.promoCodes.usable(promoCode, price, { userId: null, emailKey: keyOf(email) });
  }

  private async ofAccount(request: CheckoutRequest & { userId: string }, price: MembershipPrice): Promise<string> {
    const isProcessed = await this.isProcessed(request.userId);
    const live = await this.subscriptions.liveOfUser(request.userId);
    if (live?.status === 'paused') throw new DomainError('membership_exists', { message: IS_PAUSED });
    // In the days of grace a membership that is past due has access still.
    if (live?.status === 'past_due' || live?.access === false) throw new DomainError('payment_due');
    if (live !== null) throw new DomainError('membership_exists', { message: MEMBER_ALREADY });
    if (isProcessed) throw new DomainError('payment_processing', { message: IS_PROCESSED });
    if (await this.subscriptions.hasUnclaimed(keyOf(request.email)))
      throw new DomainError('membership_exists', { message: WAITS_FOR_MAILBOX });
    const customer = await this.ensureCustomer.ofAccount(request);
    if (request.referral !== null) await this.noteReferral.of(customer, request.referral);
    const pending = await this.checkouts.pendingOfCustomer(customer.id);
    const kept = { ...request, promoCode: request.promoCode ?? (await this.promoCodeOf(pending, price)) };
    const checkout =
      (pending === null ? null : await this.reuse(pending, kept, price)) ??
      (await this.start(kept, price, customer, null));
    try {
      return await this.openAtProvider(checkout, price);
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
      // Deleted at the provider: the account pays with a new one.
      await this.finish(checkout, 'expired');
      await this.ensureCustomer.lose(customer.id);
      await this.syncCustomer.execute(customer.id);
      return this.openAtProvider(
        await this.start(kept, price, await this.ensureCustomer.ofAccount(request), null),
        price,
      );
    }
  }

  /** Whether a bank processes the first payment of any of an account's customers, by what the provider says now. */
  private async isProcessed(userId: string): Promise<boolean> {
    for (const { customerId } of await this.subscriptions.pendingOfUser(userId))
      await this.syncCustomer.execute(customerId);
    return (await this.subscriptions.pendingOfUser(userId)).length > 0;
  }

  private async ofGuest(request: CheckoutRequest, price: MembershipPrice): Promise<string> {
    const emailKey = keyOf(request.email);
    await this.accounts.checkGuest(emailKey);
    if (request.hidesMembership !== true && (await this.subscriptions.hasLiveWithAddress(emailKey))) {
      await this.transactor.run((tx) =>
        tx.publish(membershipSought, { email: request.email.trim(), soughtAt: this.clock.now().toISOString() }),
      );
      throw new DomainError('membership_exists');
    }
    if (request.attemptKey === null) return this.openAtProvider(await this.start(request, price, null, null), price);
    const attemptHash = createHash('sha256').update(`${request.attemptKey} ${emailKey}`).digest('hex');
    return this.lock.hold(`attempt:${attemptHash}`, async () => {
      const pending = await this.checkouts.pendingOfGuest(attemptHash);
      const checkout =
        (pending === null ? null : await this.reuse(pending, request, price)) ??
        (await this.start(request, price, null, attemptHash));
      return this.openAtProvider(checkout, price);
    });
  }

  /** The code of the page that is open: choosing again, or another plan, does not lose it while it can be used. */
  private async promoCodeOf(pending: Checkout | null, price: MembershipPrice): Promise<string | null> {
    if (pending?.promoCodeId == null) return null;
    const promoCode = await this.promoCodeRows.findById(pending.promoCodeId);
    if (promoCode === null) return null;
    // The page itself holds one of its uses.
    const withoutThis = { ...promoCode, heldUses: Math.max(0, promoCode.heldUses - 1) };
    return isUsable(withoutThis, price, this.clock.now()) ? promoCode.code : null;
  }

  /** The page that is open already, when it serves; `null` when a new one is needed. */
  private async reuse(
    pending: Checkout,
    request: CheckoutRequest,
    { plan }: MembershipPrice,
  ): Promise<Checkout | null> {
    const isSame = pending.plan === plan && (await this.hasPromoCode(pending, request.promoCode));
    if (pending.sessionId === null) {
      if (isSame && !isStale(pending, this.clock.now())) return pending; // its opening was interrupted: go on with it
      await this.finish(pending, 'expired');
      return null;
    }
    const sessionId = pending.sessionId;
    const session = isSame
      ? await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId, { expand: ['customer'] }))
      : await this.expireSession.execute(sessionId);
    if (session.status === 'open') {
      if (!isDeleted(session.customer)) return pending;
      // Nobody can pay there.
      await this.expireSession.execute(sessionId);
    }
    if (session.status === 'complete') {
      // Paid, and the provider's message is still on its way; or the bank's answer is.
      const { status } = await this.settleCheckout.execute(sessionId);
      if (status === 'processing') throw new DomainError('payment_processing', { message: IS_PROCESSED });
      if (status === 'complete')
        throw new DomainError('membership_exists', request.userId === null ? {} : { message: MEMBER_ALREADY });
      // Its payment never arrived, was refunded, or its membership has ended since.
      return null;
    }
    await this.finish(pending, 'expired');
    return null;
  }

  private async hasPromoCode(pending: Checkout, code: string | null): Promise<boolean> {
    if (code === null || pending.promoCodeId === null) return code === null && pending.promoCodeId === null;
    return (await this.promoCodes.find(code))?.id === pending.promoCodeId;
  }

  private async start(
    request: CheckoutRequest,
    price: MembershipPrice,
    customer: Customer | null,
    attemptHash: string | null,
  ): Promise<Checkout> {
    const now = this.clock.now();
    const promoCode = request.promoCode === null ? null : await this.promoCodes.usable(request.promoCode, price);
    const checkout = Object.assign(new Checkout(), {
      id: randomUUID(),
      email: request.email,
      emailKey: keyOf(request.email),
      attemptHash,
      plan: price.plan,
      amount: price.amount,
      promoCodeId: promoCode?.id ?? null,
      status: 'opening',
      customerId: customer?.id ?? null,
      sessionId: null,
      url: null,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      // Nobody can close a guest's page, so it ends early.
      expiresAt: pageEndsAt(now, customer === null, promoCode),
      createdAt: now,
    } satisfies Omit<Checkout, 'customer' | 'promoCode'>);
    await this.transactor.run(async (tx) => {
      if (
        promoCode !== null &&
        !(await this.promoCodeRows.hold(
          tx,
          promoCode.id,
          checkout.id,
          { userId: request.userId, emailKey: keyOf(request.email) },
          now,
        ))
      )
        throw promoInvalid();
      await this.checkouts.save(tx, checkout);
    });
    return checkout;
  }

  private async openAtProvider(checkout: Checkout, price: MembershipPrice): Promise<string> {
    if (checkout.url !== null) return checkout.url;
    const promoCode: PromoCode | null =
      checkout.promoCodeId === null ? null : await this.promoCodeRows.findById(checkout.promoCodeId);
    const metadata = { lectern_checkout: checkout.id, lectern_plan: checkout.plan };
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      ...(checkout.customerId === null
        ? { customer_email: checkout.email ?? checkout.emailKey }
        : { customer: checkout.customerId }),
      client_reference_id: checkout.id,
      line_items: [{ price: price.priceId, quantity: 1 }],
      ...(promoCode === null
        ? {}
        : { discounts: [{ coupon: await this.promoCodes.couponOf(promoCode, checkout.amount) }] }),
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
      this.checkouts.save(tx, {
        ...checkout,
        status: 'open',
        sessionId: session.id,
        url,
        expiresAt: fromUnix(session.expires_at),
      }),
    );
    return url;
  }

  private async finish(checkout: Checkout, status: 'complete' | 'expired'): Promise<void> {
    await this.transactor.run((tx) => this.checkouts.finish(tx, checkout, status, this.clock.now()));
  }
}
