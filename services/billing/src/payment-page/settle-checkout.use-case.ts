import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { CheckoutOutcome } from '@lectern/contracts/billing/model';
import { checkMembershipPayment, settleCheckout } from '@lectern/contracts/billing/rpc';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { SettlePurchase } from '../purchase/settle-purchase.use-case.ts';
import { emailOf, idOf } from '../stripe/expandable.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import type { Checkout } from '../checkout/checkout.entity.ts';
import { ExpireSession } from '../stripe/expire-session.ts';

/** A session is open until the provider reports, with a known status, that it ended. */
const settledStatus = (status: string | null): 'open' | 'complete' | 'expired' =>
  status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open';

/** The state of a checkout and its owner: the account's, once one has the customer that paid. */
export interface SettledCheckout extends RpcOutput<typeof settleCheckout> {
  readonly userId: string | null;
  readonly customerId: string | null;
  /** The address for which the page was opened, where it is known; `customerEmail` is the account's current one. */
  readonly paidEmail: string | null;
}

const SETUP_WAITS =
  'Your bank is still processing your payment, which can take a few days. We email you a link to set up your account when the money has arrived.';

/**
 * Reads the state of a checkout from the provider, saves it, syncs the customer when it was paid, and answers the state. A guest's customer
 * is made by the provider with the payment, and claimed for the mailbox that the page was opened for. Idempotent. Unknown ids, and sessions
 * that are not ours, are `checkout_unknown`.
 */
@Injectable()
export class SettleCheckout {
  private readonly settling = new Map<string, Promise<SettledCheckout>>();

  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly checkouts: CheckoutRepository,
    private readonly customers: CustomerRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly settlePurchase: SettlePurchase,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly expireSession: ExpireSession,
    private readonly clock: Clock,
  ) {}

  @Handles(settleCheckout)
  async shown({ sessionId, caller }: RpcInput<typeof settleCheckout>): Promise<RpcOutput<typeof settleCheckout>> {
    const { userId, customerId: _, paidEmail, ...outcome } = await this.once(sessionId);
    // Without a session, any visitor may have kept the id of a page. The account's later address is not shown.
    if (caller === undefined) return { ...outcome, customerEmail: paidEmail };
    // A caller may pay for another person's address; a caller who is signed in with another account does not see that person's details.
    const isTheirs =
      userId === null ? keyOf(outcome.customerEmail ?? '') === keyOf(caller.email) : userId === caller.userId;
    return isTheirs ? outcome : { ...outcome, customerEmail: null, hasAccount: false };
  }

  @Handles(checkMembershipPayment)
  async checkPayment({
    sessionId,
    email,
  }: RpcInput<typeof checkMembershipPayment>): Promise<RpcOutput<typeof checkMembershipPayment>> {
    const settled = await this.once(sessionId).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'checkout_unknown' ? new DomainError('link_invalid') : error;
    });
    const { status, plan, customerId, customerEmail } = settled;
    if (plan === null || keyOf(customerEmail ?? '') !== keyOf(email)) throw new DomainError('link_invalid');
    if (status === 'processing') throw new DomainError('payment_processing', { message: SETUP_WAITS });
    if (customerId === null || !['complete', 'ended'].includes(status)) throw new DomainError('link_invalid');
    return { customerId };
  }

  /** Anyone may ask, at any rate: while the provider is asked about a checkout, concurrent callers get the same answer. */
  async once(sessionId: string): Promise<SettledCheckout> {
    const underWay = this.settling.get(sessionId);
    if (underWay !== undefined) return underWay;
    const settled = this.execute(sessionId).finally(() => this.settling.delete(sessionId));
    this.settling.set(sessionId, settled);
    return settled;
  }

  async execute(sessionId: string): Promise<SettledCheckout> {
    const checkout = await this.checkouts.findBySession(sessionId);
    return checkout === null ? this.purchase(sessionId) : this.membership(checkout, sessionId);
  }

  private async membership(checkout: Checkout, sessionId: string): Promise<SettledCheckout> {
    const session = await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId)).catch(
      (error: unknown) => {
        throw isMissing(error) ? new DomainError('checkout_unknown') : error;
      },
    );
    const customerId = checkout.customerId ?? (session.status === 'complete' ? idOf(session.customer) : null);
    if (checkout.customerId === null && customerId !== null) {
      await this.ensureCustomer.adoptGuest(customerId, {
        email: checkout.email ?? emailOf(session),
        firstName: '',
        lastName: '',
      });
    }
    const status = await this.statusOf(session, customerId);
    // Before the checkout is finished here, so that a repetition does what an outage of the provider prevented.
    if (status === 'complete' && checkout.customerId === null && checkout.status !== 'complete')
      await this.closeOthers(checkout.emailKey);
    if (status === 'complete' || status === 'expired')
      await this.transactor.run((tx) => this.checkouts.finish(tx, checkout, status, this.clock.now(), customerId));
    if (status === 'complete' && customerId !== null) await this.syncCustomer.execute(customerId);
    const subscriptionId = idOf(session.subscription) ?? '';
    // The page's total is before credit.
    const charged = status === 'complete' ? await this.payments.firstAmountOf(null, subscriptionId) : null;
    const amount = charged ?? session.amount_total ?? checkout.amount;
    return {
      status: status === 'complete' ? await this.membershipStatus(subscriptionId) : status,
      ...(status === 'expired' &&
        session.status === 'complete' && {
          unpaidBecause: (await this.payments.isFailed(subscriptionId)) ? 'bank_refused' : 'cancelled',
        }),
      plan: checkout.plan,
      amount,
      ...(await this.owner(customerId, checkout.email)),
    };
  }

  /** The outcome of a membership checkout that was paid. */
  private async membershipStatus(subscriptionId: string): Promise<'complete' | 'refunded' | 'ended'> {
    if (await this.payments.isRefunded(subscriptionId)) return 'refunded';
    const membership = await this.subscriptions.findById(subscriptionId);
    return membership?.status === 'cancelled' ? 'ended' : 'complete';
  }

  /** A mailbox pays once: a payment of its account beside a guest's would be refunded, so the account's open page ends. */
  private async closeOthers(emailKey: string): Promise<void> {
    for (const sessionId of await this.checkouts.openSessionsOfAccounts(emailKey))
      await this.expireSession.execute(sessionId);
  }

  /** A page that was completed by a delayed payment is processing until the money has arrived, and expired when it never does. */
  private async statusOf(
    session: Stripe.Checkout.Session,
    customerId: string | null,
  ): Promise<Exclude<CheckoutOutcome['status'], 'refunded' | 'ended'>> {
    const status = settledStatus(session.status);
    if (status !== 'complete' || session.payment_status !== 'unpaid' || customerId === null) return status;
    await this.syncCustomer.execute(customerId);
    const membership = await this.subscriptions.findById(idOf(session.subscription) ?? '');
    return membership?.status === 'pending'
      ? 'processing'
      : membership?.status === 'cancelled'
        ? 'expired'
        : 'complete';
  }

  private async purchase(sessionId: string): Promise<SettledCheckout> {
    const { status: page, purchase } = await this.settlePurchase.execute(sessionId);
    // A payment that was refused is being refunded.
    const isReturned = page === 'complete' && (purchase.status === 'refunded' || purchase.refusal !== null);
    const status = !isReturned ? page : purchase.amountPaid > 0 ? 'refunded' : 'expired';
    const amount = status === 'complete' || status === 'refunded' ? purchase.amountPaid : purchase.amount;
    const owner = await this.owner(purchase.customerId, purchase.guestEmail);
    return { status, plan: null, amount, reference: purchase.reference, ...owner };
  }

  private async owner(
    customerId: string | null,
    typed: string | null,
  ): Promise<Pick<SettledCheckout, 'userId' | 'customerId' | 'customerEmail' | 'paidEmail' | 'hasAccount'>> {
    const customer = customerId === null ? null : await this.customers.findById(customerId);
    const isErased = customer !== null && customer.erasedAt !== null;
    return {
      userId: isErased ? null : (customer?.userId ?? null),
      customerId,
      customerEmail: (customer === null ? typed : customer.email) || null,
      // A guest's customer has the address that was paid for; an account's follows the account.
      paidEmail: typed ?? (customer === null || customer.userId !== null ? null : customer.email || null),
      hasAccount: customer?.userId != null && !isErased,
    };
  }
}
