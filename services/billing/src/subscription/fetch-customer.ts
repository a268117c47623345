import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { membershipItemOf, type MembershipMark } from '../program/price.ts';
import { idOf } from '../stripe/expandable.ts';
import { refund } from '../stripe/refund.ts';
import { returnCredits } from '../stripe/return-credits.ts';
import { StripeClient } from '../stripe/stripe-client.ts';
import { type Correction, correctionsOf, type LocalState } from './corrections.ts';
import { ENDED, isOverdue, type RemoteCustomer } from './remote-customer.ts';
import { type Ending, ENDINGS, STOPPED_MARK, UNBEGUN_MARK } from './subscription-marks.ts';

const ENDING_OF = {
  'end-refunded': 'refunded',
  'end-unrenewed': 'stopped',
  'end-unpaid': null,
} as const satisfies Record<string, Ending | null>;

/** More rounds of corrections than this mean that somebody works against us at the provider; the next sync continues. */
const ROUNDS = 3;

/** Ignores a correction that the provider refuses: it was made elsewhere since the fetch, or the bank declined. The next fetch shows it. */
const unlessOver = async (act: () => Promise<unknown>): Promise<void> => {
  await act().catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError))
      throw error;
  });
};

/**
 * Fetches a customer's data from the provider, and corrects it there first where it breaks a rule: two live memberships of one person, a
 * refunded one that runs.
 */
@Injectable()
export class FetchCustomer {
  constructor(
    private readonly stripe: StripeClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The provider's data of a customer, after corrections. Throws the errors of {@link callingProvider}. */
  async execute(customerId: string, mark: MembershipMark, local: LocalState): Promise<RemoteCustomer> {
    const isOurs = (subscription: Stripe.Subscription): boolean => membershipItemOf(subscription, mark) !== null;
    for (let round = 1; ; round += 1) {
      const remote = await this.fetch(customerId);
      const corrections = correctionsOf(remote, isOurs, local);
      if (corrections.length === 0 || round > ROUNDS) return remote;
      for (const correction of corrections) await this.correct(customerId, correction);
    }
  }

  private async fetch(customer: string): Promise<RemoteCustomer> {
    const { api } = this.stripe;
    const [subscriptions, invoices, charges] = await Promise.all([
      api.subscriptions
        .list({ customer, status: 'all', limit: 100, expand: ['data.default_payment_method', 'data.discounts'] })
        .autoPagingToArray({ limit: 1_000 }),
      api.invoices.list({ customer, limit: 100, expand: ['data.payments'] }).autoPagingToArray({ limit: 1_000 }),
      api.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    ]);
    const disputes: Stripe.Dispute[] = [];
    for (const { id } of charges.filter(({ disputed }) => disputed))
      disputes.push(...(await api.disputes.list({ charge: id, limit: 100 })).data);
    // Deleting a customer ends its subscriptions.
    const mayBeDeleted = subscriptions.every(({ status }) => ENDED.has(status));
    const needsCard = subscriptions.some(
      ({ status, default_payment_method: own }) => own === null && !ENDED.has(status),
    );
    // A deleted customer has no settings to expand, and no live subscription that needs a card.
    const person =
      mayBeDeleted || needsCard || subscriptions.some(isOverdue)
        ? await api.customers.retrieve(
            customer,
            needsCard ? { expand: ['invoice_settings.default_payment_method'] } : {},
          )
        : null;
    const isDeleted = person?.deleted === true;
    const method = person === null || person.deleted === true ? null : person.invoice_settings.default_payment_method;
    return {
      subscriptions,
      invoices,
      charges,
      disputes,
      paymentMethodId: idOf(method),
      card: typeof method === 'string' ? null : method,
      isDeleted,
    };
  }

  /** Refunded first, ended then: if this stops in between, the subscription is still live and is found again. */
  private async correct(customerId: string, correction: Correction): Promise<void> {
    this.logger.warn({ customerId, ...correction }, 'The provider’s records are corrected');
    const { api } = this.stripe;
    switch (correction.kind) {
      case 'end': {
        for (const charge of correction.chargeIds)
          await refund(this.stripe, { charge, reason: 'duplicate' }, `duplicate-${charge}`);
        await returnCredits(this.stripe, customerId, correction.credits);
        const details = { comment: ENDINGS[correction.ending] };
        return unlessOver(() =>
          api.subscriptions.cancel(correction.subscriptionId, {
            prorate: false,
            invoice_now: false,
            cancellation_details: details,
          }),
        );
      }
      case 'renewal': {
        const { isStopped: stops } = correction;
        const mark = { [STOPPED_MARK]: stops ? 'deactivation' : '' };
        return unlessOver(() =>
          api.subscriptions.update(correction.subscriptionId, { cancel_at_period_end: stops, metadata: mark }),
        );
      }
      case 'end-refunded':
      case 'end-unrenewed':
      case 'end-unpaid': {
        const ending = ENDING_OF[correction.kind];
        const details = ending === null ? {} : { cancellation_details: { comment: ENDINGS[ending] } };
        return unlessOver(() =>
          api.subscriptions.cancel(correction.subscriptionId, { prorate: false, invoice_now: false, ...details }),
        );
      }
      case 'mark-unbegun':
        // Not `unlessOver`: written without the mark, it would not be known as one that never began.
        await api.subscriptions.update(correction.subscriptionId, { metadata: { [UNBEGUN_MARK]: 'yes' } });
        return;
      case 'pay-overdue': {
        const { invoiceId, paymentMethodId } = correction;
        const options = { idempotencyKey: `overdue-${invoiceId}-${paymentMethodId}` };
        return unlessOver(() =>
          api.invoices.pay(invoiceId, { payment_method: paymentMethodId, off_session: true }, options),
        );
      }
      case 'keep-draft':
        return unlessOver(() => api.invoices.update(correction.invoiceId, { auto_advance: false }));
      case 'void-invoice':
        return unlessOver(() => api.invoices.voidInvoice(correction.invoiceId));
      case 'refund-late':
        // First, because it is found again as long as a charge is not refunded.
        await returnCredits(this.stripe, customerId, correction.credits);
        for (const charge of correction.chargeIds) await refund(this.stripe, { charge }, `late-${charge}`);
    }
  }
}
