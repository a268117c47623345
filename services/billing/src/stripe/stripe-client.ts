import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { BillingConfig } from '../config.ts';
import { tracedHttpClient } from './traced-http-client.ts';

/** One try may take this long; with two more tries a person waits at most half a minute. */
const TIMEOUT_MS = 8_000;

/** The payment provider, through its own SDK. */
@Injectable()
export class StripeClient {
  readonly api: Stripe;

  constructor(@Inject(BillingConfig) private readonly config: BillingConfig) {
    const address = config.STRIPE_API_URL === undefined ? undefined : new URL(config.STRIPE_API_URL);
    this.api = new Stripe(config.STRIPE_SECRET_KEY, {
      maxNetworkRetries: 2,
      timeout: TIMEOUT_MS,
      telemetry: false,
      httpClient: tracedHttpClient(),
      ...(address === undefined
        ? {}
        : { host: address.hostname, port: address.port, protocol: address.protocol === 'http:' ? 'http' : 'https' }),
    });
  }

  /**
   * The contents of a webhook delivery, if a signature by one of the valid secrets fits the raw body and is at most 300 seconds old;
   * `signature_invalid` otherwise (https://docs.stripe.com/webhooks#verify-manually), and `malformed_body` where they are no event.
   */
  verifiedEvent(payload: string, signature: string): unknown {
    let refusal: unknown;
    for (const secret of validSecrets(this.config, 'STRIPE_WEBHOOK_SECRET')) {
      try {
        return this.api.webhooks.constructEvent(payload, signature, secret, 300);
      } catch (error) {
        // Contents are read after the signature fitted.
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
          throw new DomainError('malformed_body', { cause: error });
        refusal = error;
      }
    }
    throw new DomainError('signature_invalid', { cause: refusal });
  }
}

/** Whether the provider's clock and ours disagree by more than a page's end allows: one of them was moved, or its machine slept. */
const isClockApart = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at';

/** A failure of the provider as the error that a person gets: nothing was charged, try again in a moment. Other errors pass unchanged. */
export const asProviderUnavailable = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  isClockApart(error)
    ? new DomainError('payment_provider_unavailable', { retryAfter: 5, cause: error })
    : error;

/** Whether the provider does not know the object that was asked for. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Whether the provider does not know the customer that something was asked for. */
export const isMissingCustomer = (error: unknown): boolean =>
  isMissing(error) && (error as Stripe.errors.StripeInvalidRequestError).param === 'customer';

/** Calls the provider; its outages throw `payment_provider_unavailable`. */
export const callingProvider = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asProviderUnavailable(error);
  }
};
