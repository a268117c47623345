import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf, type Plan } from '@lectern/contracts/fields';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { EnsureCustomer, type Person } from '../customer/ensure-customer.ts';
import { type MembershipPrice, priceOfPlan } from '../program/membership-price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { fromUnix } from '../stripe/expandable.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { Checkout } from './checkout.entity.ts';
import { CheckoutRepository } from './checkout.repository.ts';

export interface CheckoutRequest extends Person {
  readonly plan: Plan;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Opens the provider's page on which a person pays for a membership. Per person one page can be paid at a time: the open one
 * of the same plan is answered again, one of another plan is closed first. With a live membership it is `membership_exists`.
 * Everything happens under the person's lock, and each step can be repeated after a crash.
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
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  async execute(request: CheckoutRequest): Promise<{ checkoutUrl: string }> {
    const price = priceOfPlan(await this.programs.membership(), request.plan);
    return this.lock.hold(`person:${keyOf(request.email)}`, async () => {
      const customer = await this.ensureCustomer.for(request);
      if (await this.subscriptions.hasLive(customer.id)) throw new DomainError('membership_exists');
      const pending = await this.checkouts.pendingOf(customer.emailKey);
      const reusable = pending === null ? null : await this.settlePending(pending, request);
      const checkout = reusable ?? (await this.start(request, price, customer.id, customer.emailKey));
      return { checkoutUrl: await this.openAtProvider(checkout, price) };
    });
  }

  /** What to do with the page that is open already: answers it when it serves, `null` when a new one is needed. */
  private async settlePending(pending: Checkout, request: CheckoutRequest): Promise<Checkout | null> {
    if (pending.sessionId === null) {
      if (pending.plan === request.plan) return pending; // its opening was interrupted: go on with it
      await this.finish(pending, 'expired');
      return null;
    }
    const sessionId = pending.sessionId;
    const session = await callingProvider(() => this.stripe.api.checkout.sessions.retrieve(sessionId));
    if (session.status === 'open') {
      if (pending.plan === request.plan) return pending;
      await callingProvider(() => this.stripe.api.checkout.sessions.expire(sessionId));
      await this.finish(pending, 'expired');
      return null;
    }
    await this.finish(pending, session.status === 'complete' ? 'complete' : 'expired');
    if (session.status !== 'complete' || pending.customerId === null) return null;
    // Paid, and the provider's message is still on its way.
    await this.syncCustomer.execute(pending.customerId);
    if (await this.subscriptions.hasLive(pending.customerId)) throw new DomainError('membership_exists');
    return null;
  }

  private async start(request: CheckoutRequest, price: MembershipPrice, customerId: string, emailKey: string): Promise<Checkout> {
    const checkout = Object.assign(new Checkout(), {
      id: randomUUID(),
      emailKey,
      plan: price.plan,
      amount: price.amount,
      status: 'opening',
      customerId,
      sessionId: null,
      url: null,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      expiresAt: null,
      createdAt: this.clock.now(),
    } satisfies Omit<Checkout, 'customer'>);
    await this.transactor.run((tx) => this.checkouts.save(tx, checkout));
    return checkout;
  }

  private async openAtProvider(checkout: Checkout, price: MembershipPrice): Promise<string> {
    if (checkout.url !== null) return checkout.url;
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer: checkout.customerId ?? undefined,
      client_reference_id: checkout.id,
      line_items: [{ price: price.priceId, quantity: 1 }],
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      metadata: { lectern_checkout: checkout.id, lectern_plan: checkout.plan },
      subscription_data: { metadata: { lectern_checkout: checkout.id, lectern_plan: checkout.plan } },
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
    await this.transactor.run((tx) => this.checkouts.save(tx, { ...checkout, status }));
  }
}
