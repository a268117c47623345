import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { SettleCheckout } from '../payment-page/settle-checkout.use-case.ts';
import { idOf } from '../stripe/expandable.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { processStripeEvents, readBalance } from '../jobs.ts';
import { StripeEventRepository, type WaitingSubject } from './stripe-event.repository.ts';

/** Customers are independent of each other; the provider answers several at a time. */
const AT_A_TIME = 4;
/** A shutdown waits for a batch, and each batch for the provider: two answers one after another, however slow it is. */
const BATCH = 2 * AT_A_TIME;

/**
 * Syncs the subjects of stored events. A customer with ten events is synced once. Events are marked only after the sync, so a crash repeats
 * it, which is harmless; a failure postpones them with growing pauses.
 */
@Injectable()
export class ProcessStripeEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly events: StripeEventRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly settleCheckout: SettleCheckout,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(processStripeEvents)
  async run(): Promise<void> {
    const isMore = await takeTurn(async () => {
      const subjects = await this.events.waiting(this.clock.now(), BATCH);
      const left = subjects.values();
      await Promise.all(
        Array.from({ length: AT_A_TIME }, async () => {
          for (const subject of left) await this.process(subject);
        }),
      );
      // Later than the sync, so that what was paid for is known.
      if (subjects.length > 0) this.jobs.wake(readBalance, {}, { key: 'wake' });
      return subjects.length === BATCH;
    });
    if (isMore) this.jobs.wake(processStripeEvents, {}, { key: 'wake' });
  }

  private async process(subject: WaitingSubject): Promise<void> {
    try {
      // A concurrent run processed them while this one was busy with others: the provider need not be asked again.
      if (!(await this.events.isAnyWaiting(subject.eventIds))) return;
      if (subject.sessionId !== null) await this.settle(subject.sessionId);
      const customerId =
        subject.customerId ?? (subject.chargeId === null ? null : await this.customerOfCharge(subject.chargeId));
      if (customerId !== null) await this.syncCustomer.execute(customerId);
      await this.transactor.run((tx) => this.events.markProcessed(tx, subject.eventIds, this.clock.now()));
    } catch (error) {
      this.logger.warn({ err: error, ...subject }, 'Stored events could not be processed yet');
      await this.transactor.run((tx) => this.events.postpone(tx, subject.eventIds, this.clock.now()));
    }
  }

  private async customerOfCharge(chargeId: string): Promise<string | null> {
    return callingProvider(async () => idOf((await this.stripe.api.charges.retrieve(chargeId)).customer)).catch(
      (error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      },
    );
  }

  private async settle(sessionId: string): Promise<void> {
    await this.settleCheckout.execute(sessionId).catch((error: unknown) => {
      // A session of another system on the same account of the provider.
      if (!(error instanceof DomainError && error.code === 'checkout_unknown')) throw error;
    });
  }
}
