import type { ModuleMetadata } from '@nestjs/common';
import { pingController } from '@lectern/service-kit/health/ping.rpc';
import { CheckoutRepository } from './checkout/checkout.repository.ts';
import { CheckoutRpc } from './checkout/checkout.rpc.ts';
import { OpenMembershipCheckout } from './checkout/open-membership-checkout.use-case.ts';
import { SettleCheckout } from './checkout/settle-checkout.use-case.ts';
import { CustomerRepository } from './customer/customer.repository.ts';
import { EnsureCustomer } from './customer/ensure-customer.ts';
import { PaymentRepository } from './payment/payment.repository.ts';
import { EnsureCatalog } from './program/ensure-catalog.job.ts';
import { ProgramRepository } from './program/program.repository.ts';
import { ProgramRpc } from './program/program.rpc.ts';
import { StripeClient } from './stripe/stripe-client.ts';
import { ProcessStripeEvents } from './stripe-event/process-stripe-events.job.ts';
import { ReceiveStripeEvent } from './stripe-event/receive-stripe-event.use-case.ts';
import { StripeEventRepository } from './stripe-event/stripe-event.repository.ts';
import { StripeEventRpc } from './stripe-event/stripe-event.rpc.ts';
import { OpenBillingPortal } from './subscription/open-billing-portal.use-case.ts';
import { SubscriptionQueries } from './subscription/subscription.queries.ts';
import { SubscriptionRepository } from './subscription/subscription.repository.ts';
import { SubscriptionRpc } from './subscription/subscription.rpc.ts';
import { SyncCustomer } from './subscription/sync-customer.use-case.ts';

export const billingModule: ModuleMetadata = {
  controllers: [pingController('billing'), ProgramRpc, CheckoutRpc, SubscriptionRpc, StripeEventRpc],
  providers: [
    StripeClient,
    ProgramRepository,
    EnsureCatalog,
    CustomerRepository,
    EnsureCustomer,
    CheckoutRepository,
    OpenMembershipCheckout,
    SettleCheckout,
    SubscriptionRepository,
    SubscriptionQueries,
    SyncCustomer,
    OpenBillingPortal,
    PaymentRepository,
    StripeEventRepository,
    ReceiveStripeEvent,
    ProcessStripeEvents,
  ],
};
