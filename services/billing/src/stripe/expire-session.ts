import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { callingProvider, StripeClient } from './stripe-client.ts';

/** Closes a page of the provider, so that it cannot be paid any more. */
@Injectable()
export class ExpireSession {
  constructor(private readonly stripe: StripeClient) {}

  /** The session as it is afterwards: `expired`, or `complete` for one that was paid in the same moment. Idempotent. */
  async execute(sessionId: string): Promise<Stripe.Checkout.Session> {
    return callingProvider(async () => {
      try {
        return await this.stripe.api.checkout.sessions.expire(sessionId);
      } catch (error) {
        // The provider refuses for a session that is not open.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return this.stripe.api.checkout.sessions.retrieve(sessionId);
      }
    });
  }
}
