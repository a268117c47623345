import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { emailOf, idOf } from '../stripe/expandable.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { pageKey, PurchaseRepository } from './purchase.repository.ts';
import { transitioned } from './purchase-status.ts';
import type { Purchase } from './purchase.entity.ts';

export interface SettledPage {
  readonly status: 'open' | 'complete' | 'expired';
  readonly purchase: Purchase;
}

/** Whether the money has arrived, or none is due. A session that a delayed payment completed is complete and unpaid. */
const isPaid = ({ status, payment_status: payment }: Stripe.Checkout.Session): boolean =>
  status === 'complete' && (payment === 'paid' || payment === 'no_payment_required');

/** Reads the state of a purchase's page from the provider, saves and publishes it. Idempotent. */
@Injectable()
export class SettlePurchase {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly purchases: PurchaseRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly promoCodes: PromoCodeRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `checkout_unknown` when no purchase of ours has this session now */
  async execute(sessionId: string): Promise<SettledPage> {
    const found = await this.purchases.findBySession(sessionId);
    if (found === null) throw new DomainError('checkout_unknown');
    return this.lock.hold(`purchase:${found.id}`, async () => {
      const purchase = await this.purchases.findBySession(sessionId);
      if (purchase === null) throw new DomainError('checkout_unknown');
      if (purchase.status !== 'open')
        return { status: purchase.status === 'expired' ? 'expired' : 'complete', purchase };
      const session = await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId)).catch(
        (error: unknown) => {
          throw isMissing(error) ? new DomainError('checkout_unknown') : error;
        },
      );
      if (isPaid(session)) return { status: 'complete', purchase: await this.pay(purchase, session) };
      if (session.status === 'expired')
        return { status: 'expired', purchase: await this.write(purchase, 'expired', 0, null) };
      return { status: 'open', purchase };
    });
  }

  private async pay(purchase: Purchase, session: Stripe.Checkout.Session): Promise<Purchase> {
    const customerId = purchase.customerId ?? idOf(session.customer);
    if (purchase.customerId === null && customerId !== null) {
      await this.ensureCustomer.adoptGuest(customerId, {
        email: purchase.guestEmail ?? emailOf(session),
        firstName: purchase.guestFirstName ?? '',
        lastName: purchase.guestLastName ?? '',
      });
    }
    return this.write({ ...purchase, customerId }, 'paid', session.amount_total ?? 0, idOf(session.payment_intent));
  }

  private async write(
    purchase: Purchase,
    status: 'paid' | 'expired',
    amountPaid: number,
    paymentIntentId: string | null,
  ): Promise<Purchase> {
    const now = this.clock.now();
    const settled = transitioned(purchase, status, {
      amountPaid,
      paymentIntentId,
      paidAt: status === 'paid' ? now : null,
    });
    await this.transactor.run(async (tx) => {
      await this.purchases.saveAndPublish(tx, settled);
      await this.promoCodes.settle(tx, pageKey(purchase), status === 'paid' ? 'counted' : 'released', now);
    });
    return settled;
  }
}
