import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OfflinePayable } from '@lectern/contracts/billing/offline-payment';
import { DomainError } from '@lectern/contracts/errors';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { Purchase } from './purchase.entity.ts';
import { pageKey, PurchaseRepository } from './purchase.repository.ts';
import { transitioned } from './purchase-status.ts';
import { SettlePurchase } from './settle-purchase.use-case.ts';

interface Paid extends OfflinePayable {
  readonly customer: Customer;
  /** Cents. */
  readonly paid: number;
  readonly receivedAt: Date;
}

/** Makes a purchase paid without the provider. Called under the lock of its registration. */
@Injectable()
export class PayPurchase {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly settlePurchase: SettlePurchase,
    private readonly expireSession: ExpireSession,
    private readonly promoCodes: PromoCodeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the payment page of a registration, and answers its purchase, null without one. Throws `purchase_exists` once it was paid, and
   * `payment_provider_unavailable` while the provider cannot end the page.
   */
  async endPage(reference: string): Promise<Purchase | null> {
    const known = await this.purchases.findByReference(reference);
    if (known?.status === 'paid' || known?.status === 'refunded') throw new DomainError('purchase_exists');
    if (known?.status !== 'open' || known.sessionId === null) return known;
    await this.expireSession.execute(known.sessionId);
    const { status } = await this.settlePurchase.execute(known.sessionId);
    if (status === 'complete') throw new DomainError('purchase_exists');
    if (status === 'open') throw new DomainError('payment_provider_unavailable');
    // With the version that was published.
    return this.purchases.findById(known.id);
  }

  /** Saves and publishes the purchase as paid. The page that was ended is its former attempt, whose promo code was not used. */
  async offline(
    tx: Transaction,
    before: Purchase | null,
    { customer, paid, receivedAt, ...of }: Paid,
  ): Promise<Purchase> {
    const now = this.clock.now();
    if (before !== null) {
      transitioned(before, 'opening');
      await this.promoCodes.settle(tx, pageKey(before), 'released', now);
    }
    const purchase = Object.assign(new Purchase(), {
      id: before?.id ?? randomUUID(),
      product: of.product,
      reference: of.registrationId,
      customerId: customer.id,
      guestEmail: of.userId === null ? of.email : null,
      guestFirstName: of.userId === null ? of.firstName : null,
      guestLastName: of.userId === null ? of.lastName : null,
      title: of.title,
      beginsAt: new Date(of.beginsAt),
      amount: paid,
      status: 'opening',
      attempt: (before?.attempt ?? 0) + 1,
      promoCodeId: null,
      sessionId: null,
      url: null,
      paymentIntentId: null,
      amountPaid: 0,
      amountRefunded: 0,
      amountCredited: 0,
      isDisputed: false,
      isOffline: true,
      receiptUrl: null,
      successUrl: '',
      cancelUrl: '',
      expiresAt: null,
      paidAt: null,
      refusal: null,
      returnedAt: null,
      withdrawnAt: null,
      endedAt: null,
      version: before?.version ?? 0,
      createdAt: before?.createdAt ?? now,
    } satisfies Omit<Purchase, 'customer' | 'promoCode'>);
    const settled = transitioned(purchase, 'paid', { amountPaid: paid, paidAt: receivedAt });
    await this.purchases.saveAndPublish(tx, settled);
    return settled;
  }
}
