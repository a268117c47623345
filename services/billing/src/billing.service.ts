import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { billingModule } from './billing.module.ts';
import { BillingConfig } from './config.ts';
import { settleDueCheckouts } from './checkout/settle-due-checkouts.job-contract.ts';
import { syncDueCustomers } from './customer/sync-due-customers.job-contract.ts';
import { updateRemoteCustomers } from './customer/update-remote-customers.job-contract.ts';
import { billingSchema } from './database/schema.ts';
import { eraseRemoteCustomers } from './person/erase-remote-customers.job-contract.ts';
import { ensureCatalog } from './program/ensure-catalog.job.ts';
import { endPromoPages } from './promo-code/end-promo-pages.job-contract.ts';
import { fetchMissedEvents, reconcileEverybody } from './reconciliation/reconcile.job.ts';
import { returnPayments } from './purchase/return-payments.job-contract.ts';
import { settleCredits } from './referral/settle-credits.job-contract.ts';
import { forgetStripeEvents } from './stripe-event/forget-stripe-events.job.ts';
import { processStripeEvents } from './stripe-event/process-stripe-events.job-contract.ts';
import { endGrace } from './subscription/end-grace.job.ts';

export const billingService: ServiceDefinition<BillingConfig> = {
  schema: billingSchema,
  Config: BillingConfig,
  module: billingModule,
  answers: true,
  jobs: [
    ensureCatalog,
    forgetStripeEvents,
    processStripeEvents,
    settleDueCheckouts,
    endPromoPages,
    settleCredits,
    updateRemoteCustomers,
    returnPayments,
    syncDueCustomers,
    eraseRemoteCustomers,
    endGrace,
    fetchMissedEvents,
    reconcileEverybody,
  ],
};
