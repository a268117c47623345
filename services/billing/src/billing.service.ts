import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { billingModule } from './billing.module.ts';
import { BillingConfig } from './config.ts';
import {
  endPromoPages,
  eraseRemoteCustomers,
  processStripeEvents,
  readBalance,
  makeCreditChanges,
  makeRefunds,
  returnPayments,
  settleCredits,
  settleDueCheckouts,
  syncDueCustomers,
  updateRemoteCustomers,
} from './jobs.ts';
import { billingSchema } from './database/schema.ts';
import { sendMembershipNotices } from './membership-notice/send-membership-notices.job.ts';
import { ensureCatalog } from './program/ensure-catalog.job.ts';
import { fetchMissedEvents, reconcileEverybody } from './reconciliation/reconcile.job.ts';
import { forgetStripeEvents } from './stripe-event/forget-stripe-events.job.ts';
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
    makeRefunds,
    makeCreditChanges,
    returnPayments,
    syncDueCustomers,
    eraseRemoteCustomers,
    endGrace,
    sendMembershipNotices,
    fetchMissedEvents,
    reconcileEverybody,
    readBalance,
  ],
};
