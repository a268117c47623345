import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';

/** Opens the provider's page for changing the card. `subscription_none` for who never paid here. */
@Injectable()
export class OpenBillingPortal {
  constructor(
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
  ) {}

  async execute(userId: string, returnUrl: string): Promise<{ url: string }> {
    const customer = await this.customers.payingOf(userId);
    if (customer === null) throw new DomainError('subscription_none');
    const session = await callingProvider(() =>
      this.stripe.api.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl }),
    );
    return { url: session.url };
  }
}
