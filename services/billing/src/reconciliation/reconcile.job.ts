import { Inject, Injectable } from '@nestjs/common';
import { reconcileNow } from '@lectern/contracts/billing/operator-rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { idOf, toUnix } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { ReceiveStripeEvent } from '../stripe-event/receive-stripe-event.use-case.ts';
import { ReconcileCustomer } from './reconcile-customer.ts';
import type { Reconciliation } from './reconciliation.entity.ts';
import { ReconciliationRepository } from './reconciliation.repository.ts';

/** Fetches the events that the provider could not deliver. */
export const fetchMissedEvents = job({ service: 'billing', name: 'fetch-missed-events', everySeconds: 900 });

/** Compares all customers, a slice at a time, at night. */
export const reconcileEverybody = job({ service: 'billing', name: 'reconcile-everybody', everySeconds: 300 });

const HOUR_MS = 3_600_000;
/** The provider lists events of 30 days; older ones than these were fetched long ago, or the nightly run saw their effect. */
const EVENTS_BACK_MS = 4 * 24 * HOUR_MS;
/** Night in America, where members sleep and the provider has time (UTC). */
const NIGHT = { from: 8, to: 11 };
const SLICE = 50;
/** Claims in one event. */
const CLAIMS = 500;

/** Keeps our records consistent with the provider's although messages get lost. */
@Injectable()
export class Reconcile {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly receiveStripeEvent: ReceiveStripeEvent,
    private readonly reconcileCustomer: ReconcileCustomer,
    private readonly reconciliations: ReconciliationRepository,
    private readonly customers: CustomerRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(fetchMissedEvents)
  async missedEvents(): Promise<void> {
    const created = { gte: toUnix(new Date(this.clock.now().getTime() - EVENTS_BACK_MS)) };
    const missed = await callingProvider(() =>
      this.stripe.api.events
        .list({ delivery_success: false, created, limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
    );
    let found = 0;
    // Oldest first, as they would have come.
    for (const event of missed.reverse()) found += (await this.receiveStripeEvent.store(event)) ? 1 : 0;
    if (found > 0) this.logger.warn({ found }, 'Events that were never delivered are fetched');
  }

  @HandlesJob(reconcileEverybody)
  async everybody(): Promise<void> {
    const run = (await this.reconciliations.unfinished()) ?? (await this.beginIfDue());
    if (run === null) return;
    if (run.doneUntil === null) {
      await this.adoptUnknown(run);
      await this.claimAgain();
    }
    const customerIds = await this.customers.idsAfter(run.doneUntil ?? '', SLICE);
    for (const customerId of customerIds) {
      await this.reconcileCustomer.tryTo(run.id, customerId);
      await this.transactor.run((tx) => this.reconciliations.advance(tx, run.id, customerId));
    }
    if (customerIds.length < SLICE) await this.reconcileCustomer.finish(run);
    else this.jobs.wake(reconcileEverybody, {}, { key: 'next' });
  }

  /** Starts a comparison of all customers; answers the id of the running one if there is one. */
  @Handles(reconcileNow)
  async now(): Promise<RpcOutput<typeof reconcileNow>> {
    const { id } = (await this.reconciliations.unfinished()) ?? (await this.reconcileCustomer.begin('full'));
    this.jobs.wake(reconcileEverybody, {}, { key: 'next' });
    return { id };
  }

  private async beginIfDue(): Promise<Reconciliation | null> {
    const now = this.clock.now();
    const isNight = now.getUTCHours() >= NIGHT.from && now.getUTCHours() < NIGHT.to;
    // A system that is off at night is compared by day.
    const since = new Date(now.getTime() - (isNight ? 12 : 30) * HOUR_MS);
    if (await this.reconciliations.hasFullSince(since)) return null;
    return this.reconcileCustomer.begin('full');
  }

  /**
   * Claims every guest's customer again: if an event was lost, the holder of the mailbox gets the purchase within a day. Safe to repeat.
   */
  private async claimAgain(): Promise<void> {
    let after = '';
    for (;;) {
      const customers = await this.customers.unclaimedAfter(after, CLAIMS);
      await this.transactor.run((tx) => this.customers.claim(tx, customers));
      if (customers.length < CLAIMS) return;
      after = customers.at(-1)!.id;
    }
  }

  /** Adopts, before a run compares anyone, customers who pay and are unknown here. Safe to repeat. */
  private async adoptUnknown({ id }: Reconciliation): Promise<void> {
    for await (const { customer } of this.reconcileCustomer.subscriptions()) {
      if (
        (await this.customers.findById(idOf(customer) ?? '')) !== null ||
        (await this.reconcileCustomer.adopt(customer))
      )
        continue;
      await this.transactor.run((tx) => this.reconciliations.noteFailure(tx, id));
    }
  }
}
