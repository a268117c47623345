import { Injectable } from '@nestjs/common';
import type { CheckoutOutcome } from '@lectern/contracts/billing/model';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { SettlePurchase } from '../purchase/settle-purchase.use-case.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { CheckoutRepository } from './checkout.repository.ts';
import type { Checkout } from './checkout.entity.ts';

/** A session is open until the provider says that it ended, in words that we know. */
const settledStatus = (status: string | null): CheckoutOutcome['status'] =>
  status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open';

/**
 * Asks the provider where a checkout of ours stands, writes it, brings the customer up to date when it was paid, and says
 * how it stands. Idempotent. Unknown ids, and sessions that are not ours, are `checkout_unknown`.
 */
@Injectable()
export class SettleCheckout {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly checkouts: CheckoutRepository,
    private readonly customers: CustomerRepository,
    private readonly settlePurchase: SettlePurchase,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  async execute(sessionId: string): Promise<CheckoutOutcome> {
    const checkout = await this.checkouts.findBySession(sessionId);
    return checkout === null ? this.purchase(sessionId) : this.membership(checkout, sessionId);
  }

  private async membership(checkout: Checkout, sessionId: string): Promise<CheckoutOutcome> {
    const session = await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId)).catch((error: unknown) => {
      throw isMissing(error) ? new DomainError('checkout_unknown') : error;
    });
    const status = settledStatus(session.status);
    if (status !== 'open') await this.transactor.run((tx) => this.checkouts.finish(tx, checkout, status, this.clock.now()));
    if (status === 'complete' && checkout.customerId !== null) await this.syncCustomer.execute(checkout.customerId);
    const customer = checkout.customerId === null ? null : await this.customers.findById(checkout.customerId);
    return {
      status,
      plan: checkout.plan,
      amount: session.amount_total ?? checkout.amount,
      customerEmail: customer?.email || null,
      hasAccount: customer?.userId != null && customer.erasedAt === null,
    };
  }

  private async purchase(sessionId: string): Promise<CheckoutOutcome> {
    const { status, purchase } = await this.settlePurchase.execute(sessionId);
    const customer = await this.customers.findById(purchase.customerId);
    return {
      status,
      plan: null,
      amount: status === 'complete' ? purchase.amountPaid : purchase.amount,
      customerEmail: customer?.email || null,
      hasAccount: customer?.userId != null && customer.erasedAt === null,
    };
  }
}
