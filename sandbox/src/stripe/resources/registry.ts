import type { StripeRoute } from '../api/stripe-route.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-dispatcher.ts';
import { balanceRoutes } from './balance.resource.ts';
import { checkoutSessionRoutes } from './checkout-sessions.resource.ts';
import { couponRoutes, promotionCodeRoutes } from './coupons.resource.ts';
import { customerRoutes } from './customers.resource.ts';
import { disputeRoutes } from './disputes.resource.ts';
import { eventRoutes, webhookEndpointRoutes } from './events.resource.ts';
import { invoiceRoutes } from './invoices.resource.ts';
import { paymentRoutes } from './payments.resource.ts';
import { portalRoutes } from './portal-sessions.resource.ts';
import { priceRoutes } from './prices.resource.ts';
import { productRoutes } from './products.resource.ts';
import { subscriptionRoutes } from './subscriptions.resource.ts';

/** Every operation that the emulator knows. A new resource is a file beside this one and a line here. */
export const stripeRoutes = (endpoint: () => WebhookEndpoint | undefined): StripeRoute[] => {
  return [
    ...productRoutes,
    ...priceRoutes,
    ...customerRoutes,
    ...couponRoutes,
    ...promotionCodeRoutes,
    ...checkoutSessionRoutes,
    ...subscriptionRoutes,
    ...invoiceRoutes,
    ...paymentRoutes,
    ...disputeRoutes,
    ...balanceRoutes,
    ...portalRoutes,
    ...eventRoutes,
    ...webhookEndpointRoutes(endpoint),
  ];
};
