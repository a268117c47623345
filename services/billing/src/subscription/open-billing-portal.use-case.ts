import { Injectable } from '@nestjs/common';
import { openBillingPortal } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { callingProvider, isMissingCustomer, StripeClient } from '../stripe/stripe-client.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** Opens the provider's page for changing the card. `subscription_none` where the account never paid, or the provider deleted its customers. */
@Injectable()
export class OpenBillingPortal {
  constructor(
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly syncCustomer: SyncCustomer,
  ) {}

  @Handles(openBillingPortal)
  async execute({
    userId,
    returnUrl,
  }: RpcInput<typeof openBillingPortal>): Promise<RpcOutput<typeof openBillingPortal>> {
    const customer = await this.customers.payingOf(userId);
    // A portal page outlives its purpose, so none is opened before the account has something on it.
    if (customer === null || (await this.subscriptions.leadingOfUser(userId)) === null)
      throw new DomainError('subscription_none');
    try {
      const session = await callingProvider(() =>
        this.stripe.api.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl }),
      );
      return { url: session.url };
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
      // The customer's subscriptions ended with it; the account's next customer, if there is one, is tried.
      await this.ensureCustomer.lose(customer.id);
      await this.syncCustomer.execute(customer.id);
      return this.execute({ userId, returnUrl });
    }
  }
}
