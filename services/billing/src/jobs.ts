import { job } from '@lectern/service-kit/jobs/job';

/* The jobs that others wake. */

/** Ends checkouts whose time is over. Each early end wakes it; it also runs by itself in case that was lost. */
export const settleDueCheckouts = job({ service: 'billing', name: 'settle-due-checkouts', everySeconds: 60 });

/** Syncs customers that are due because of a change of ours. Each change wakes it; it also runs by itself in case that was lost. */
export const syncDueCustomers = job({ service: 'billing', name: 'sync-due-customers', everySeconds: 15 });

/** Sends changed names and addresses to the provider. Each change wakes it; it also runs by itself in case that was lost. */
export const updateRemoteCustomers = job({ service: 'billing', name: 'update-remote-customers', everySeconds: 60 });

/** Removes erased persons from the provider's records. Each deletion wakes it; it also runs by itself until that is done. */
export const eraseRemoteCustomers = job({ service: 'billing', name: 'erase-remote-customers', everySeconds: 60 });

/** Ends open pages whose promo code was deleted or has expired. Each deletion wakes it; it also runs by itself for codes that expire. */
export const endPromoPages = job({ service: 'billing', name: 'end-promo-pages', everySeconds: 10 });

/** Refunds refused payments and ends withdrawn pages. Each of them wakes it; it also runs by itself in case that was lost. */
export const returnPayments = job({ service: 'billing', name: 'return-payments', everySeconds: 30 });

/**
 * Settles credits that are owed, or to be withdrawn, at the provider. Each of them wakes it; it also runs by itself in case that was lost.
 */
export const settleCredits = job({ service: 'billing', name: 'settle-credits', everySeconds: 30 });

/**
 * Copies the provider's ledger. Processed events and payouts wake it; it also runs by itself, for what the provider lists late and for what
 * was made there manually.
 */
export const readBalance = job({ service: 'billing', name: 'read-balance', everySeconds: 120, atStart: true });

/** Goes on with refunds of staff that a request could not make or settle. It runs by itself. */
export const makeRefunds = job({ service: 'billing', name: 'make-refunds', everySeconds: 30 });

/** Makes changes of credit that a request could not make. It runs by itself. */
export const makeCreditChanges = job({ service: 'billing', name: 'make-credit-changes', everySeconds: 30 });

/** Processes stored webhook events. Each new one wakes it; it also runs by itself in case that was lost. */
export const processStripeEvents = job({ service: 'billing', name: 'process-stripe-events', everySeconds: 5 });
