import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import * as contracts from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ExpireSession } from '../stripe/expire-session.ts';
import { isStale, pageEndsAt } from '../checkout/page-lifetime.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { priceOfProduct } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { isPromoInvalid, PromoCodes, promoInvalid } from '../promo-code/promo-codes.ts';
import { fromUnix, toUnix } from '../stripe/expandable.ts';
import { callingProvider, isMissingCustomer, StripeClient } from '../stripe/stripe-client.ts';
import { Purchase } from './purchase.entity.ts';
import { pageKey, PurchaseRepository } from './purchase.repository.ts';
import { transitioned } from './purchase-status.ts';
import { SettlePurchase } from './settle-purchase.use-case.ts';

const HOLDER_IS_PAYING =
  'The account that has this registration is about to pay for it. Log in to that account to pay, or try again in half an hour.';

export type PurchaseRequest = RpcInput<typeof contracts.openPurchaseCheckout>;

/** The provider keeps a page for half an hour at least; one that has to end sooner is ended by `SettleDueCheckouts`. */
const earlier = (ends: Date, payBy: string | null | undefined): Date =>
  payBy == null ? ends : new Date(Math.min(ends.getTime(), new Date(payBy).getTime()));

/**
 * Opens the provider's page for a single payment. One purchase for each registration; its open page is answered again to the account, or
 * to guests, that it was opened for. Any other is closed and followed by the next, and so is one that can no longer be paid. Each step can
 * be repeated after a crash.
 */
@Injectable()
export class OpenPurchaseCheckout {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly customers: CustomerRepository,
    private readonly purchases: PurchaseRepository,
    private readonly settlePurchase: SettlePurchase,
    private readonly expireSession: ExpireSession,
    private readonly promoCodes: PromoCodes,
    private readonly promoCodeRows: PromoCodeRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `purchase_exists` once it was paid, `promo_invalid`, `in_progress` while the holder has a page open */
  @Handles(contracts.openPurchaseCheckout)
  async execute(request: PurchaseRequest): Promise<{ checkoutUrl: string }> {
    const price = priceOfProduct(await this.programs.active(), request.product, null);
    const amount = request.amount ?? price.amount;
    return this.lock.hold(`reference:${request.reference}`, async () => {
      try {
        return { checkoutUrl: await this.open(request, amount) };
      } catch (error) {
        if (request.ignoresEndedCode !== true || !isPromoInvalid(error)) throw error;
        return { checkoutUrl: await this.open({ ...request, promoCode: null }, amount) };
      }
    });
  }

  private async open(request: PurchaseRequest, amount: number): Promise<string> {
    const known = await this.purchases.findByReference(request.reference);
    const open = known === null ? null : await this.reuse(known, request, amount);
    const purchase = open ?? (await this.start(request, amount));
    try {
      return await this.openAtProvider(purchase, request);
    } catch (error) {
      if (!isMissingCustomer(error) || purchase.customerId === null) throw error;
      // Deleted at the provider: the account pays with a new one.
      await this.ensureCustomer.lose(purchase.customerId);
      return this.openAtProvider(await this.start(request, amount), request);
    }
  }

  /** The page that is there, when it serves; `null` when the next one is needed. */
  private async reuse(known: Purchase, request: PurchaseRequest, amount: number): Promise<Purchase | null> {
    if (known.status === 'paid' || known.status === 'refunded') throw new DomainError('purchase_exists');
    if (known.status === 'expired') return null;
    const promoCode = request.promoCode === null ? null : await this.promoCodes.find(request.promoCode);
    if (request.promoCode !== null && promoCode === null) throw promoInvalid();
    if (await this.isOpenOfHolder(known, request)) throw new DomainError('in_progress', { message: HOLDER_IS_PAYING });
    const isSame =
      known.amount === amount && known.promoCodeId === (promoCode?.id ?? null) && (await this.isPayer(known, request));
    if (known.sessionId === null) return isSame && !isStale(known, this.clock.now()) ? known : null;
    if (!isSame) await this.expireSession.execute(known.sessionId);
    const settled = await this.settlePurchase.execute(known.sessionId);
    if (settled.status === 'complete') throw new DomainError('purchase_exists');
    return settled.status === 'open' ? known : null;
  }

  /** An account's page may show what the provider keeps of it, so nobody else is answered it; a guest's is for one mailbox. */
  private async isPayer(
    { customerId, guestEmail }: Purchase,
    { userId, email }: Pick<PurchaseRequest, 'userId' | 'email'>,
  ): Promise<boolean> {
    if (customerId === null) return userId === null && guestEmail !== null && keyOf(guestEmail) === keyOf(email);
    return userId !== null && (await this.customers.findById(customerId))?.userId === userId;
  }

  /** Also while it is being opened, for as long as that can go on. */
  private async isOpenOfHolder(known: Purchase, { holderId }: Pick<PurchaseRequest, 'holderId'>): Promise<boolean> {
    const { customerId, sessionId } = known;
    if (
      holderId === undefined ||
      customerId === null ||
      (await this.customers.findById(customerId))?.userId !== holderId
    )
      return false;
    return sessionId === null
      ? !isStale(known, this.clock.now())
      : (await this.settlePurchase.execute(sessionId)).status === 'open';
  }

  /** Begins the next page and releases, in the same transaction, everything that the previous one held. */
  private async start(request: PurchaseRequest, amount: number): Promise<Purchase> {
    const now = this.clock.now();
    const promoCode =
      request.promoCode === null
        ? null
        : await this.promoCodes.usable(request.promoCode, { product: request.product, amount });
    const { userId } = request;
    const customer =
      userId === null
        ? null
        : await this.lock.hold(`account:${userId}`, () => this.ensureCustomer.ofAccount({ ...request, userId }));
    const before = await this.purchases.findByReference(request.reference);
    const purchase = Object.assign(new Purchase(), {
      id: before?.id ?? randomUUID(),
      product: request.product,
      reference: request.reference,
      customerId: customer?.id ?? null,
      guestEmail: customer === null ? request.email : null,
      guestFirstName: customer === null ? request.firstName : null,
      guestLastName: customer === null ? request.lastName : null,
      title: request.title,
      beginsAt: request.beginsAt == null ? null : new Date(request.beginsAt),
      amount,
      status: 'opening',
      attempt: (before?.attempt ?? 0) + 1,
      promoCodeId: promoCode?.id ?? null,
      sessionId: null,
      url: null,
      paymentIntentId: null,
      amountPaid: 0,
      amountRefunded: 0,
      amountCredited: 0,
      isDisputed: false,
      isOffline: false,
      receiptUrl: null,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      // The seat or the entry is held for half an hour, not for a day.
      expiresAt: pageEndsAt(now, true, promoCode),
      paidAt: null,
      refusal: null,
      returnedAt: null,
      withdrawnAt: null,
      endedAt: null,
      version: before?.version ?? 0,
      createdAt: now,
    } satisfies Omit<Purchase, 'customer' | 'promoCode'>);
    await this.transactor.run(async (tx) => {
      if (before !== null) transitioned(before, 'opening');
      if (before !== null) await this.promoCodeRows.settle(tx, pageKey(before), 'released', now);
      if (
        promoCode !== null &&
        !(await this.promoCodeRows.hold(
          tx,
          promoCode.id,
          pageKey(purchase),
          { userId: request.userId, emailKey: keyOf(request.email) },
          now,
        ))
      )
        throw promoInvalid();
      await this.purchases.save(tx, purchase);
    });
    return purchase;
  }

  private async openAtProvider(purchase: Purchase, { payBy }: Pick<PurchaseRequest, 'payBy'>): Promise<string> {
    if (purchase.url !== null) return purchase.url;
    const promoCode = purchase.promoCodeId === null ? null : await this.promoCodeRows.findById(purchase.promoCodeId);
    const metadata = {
      lectern_purchase: purchase.id,
      lectern_product: purchase.product,
      lectern_reference: purchase.reference,
    };
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      ...(purchase.customerId === null
        ? { customer_email: purchase.guestEmail ?? undefined, customer_creation: 'always' as const }
        : { customer: purchase.customerId }),
      client_reference_id: purchase.id,
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: purchase.amount, product_data: { name: purchase.title } },
          quantity: 1,
        },
      ],
      // A bank debit takes days, and would hold the seat or the entry meanwhile.
      allowed_payment_method_types: ['card'],
      ...(promoCode === null
        ? {}
        : { discounts: [{ coupon: await this.promoCodes.couponOf(promoCode, purchase.amount) }] }),
      ...(purchase.expiresAt === null ? {} : { expires_at: toUnix(purchase.expiresAt) }),
      success_url: purchase.successUrl,
      cancel_url: purchase.cancelUrl,
      metadata,
      payment_intent_data: { metadata },
    };
    const session = await callingProvider(() =>
      this.stripe.api.checkout.sessions.create(parameters, { idempotencyKey: `purchase-${pageKey(purchase)}` }),
    );
    if (session.url === null) throw new DomainError('payment_provider_unavailable');
    const opened = transitioned(purchase, 'open', {
      sessionId: session.id,
      url: session.url,
      expiresAt: earlier(fromUnix(session.expires_at), payBy),
    });
    await this.transactor.run((tx) => this.purchases.saveAndPublish(tx, opened));
    return session.url;
  }
}
