import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { readBalance } from '../jobs.ts';
import { idOf, toUnix } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import type { BalanceReading } from './balance-reading.entity.ts';
import { BalanceRepository, type Reading } from './balance.repository.ts';
import { movementOf } from './movement-of.ts';

const MINUTE_MS = 60_000;
/** Clocks differ, and an entry may be listed a little later than it was made. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Once an hour it goes back further, for what the provider listed late. */
const REREAD_EVERY_MS = 60 * MINUTE_MS;
const REREAD_MS = 26 * 60 * MINUTE_MS;
/** The provider's largest page. */
const PAGE = 100;
const PAYOUTS = 10;

const isReading = (reading: BalanceReading | null): reading is Reading => reading?.beganAt != null;

/**
 * Copies the provider's ledger (docs/adr/0040). A copy has the provider's id, so that whatever is listed twice changes nothing. An outage
 * delays the reading: it continues at its position, and the next one begins where the last complete one began.
 */
@Injectable()
export class ReadBalance {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly balance: BalanceRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(readBalance)
  async run(): Promise<void> {
    const found = await this.balance.reading();
    const isContinued = isReading(found);
    let reading = isContinued ? found : await this.begin(found);
    const isMore = await takeTurn(async () => {
      if (reading !== null) reading = await this.readPage(reading);
      return reading !== null;
    });
    // Its first page was read before this run: what was made since then is for the next reading.
    const hasMorePayouts = !isMore && (await this.readPayouts());
    await this.transactor.run((tx) => this.balance.link(tx));
    if (isMore || isContinued || hasMorePayouts) this.jobs.wake(readBalance, {}, { key: 'next' });
  }

  private async begin(last: BalanceReading | null): Promise<Reading | null> {
    const now = this.clock.now();
    const completeUntil = last?.completeUntil ?? null;
    const isReread = last?.rereadAt == null || now.getTime() - last.rereadAt.getTime() >= REREAD_EVERY_MS;
    const listedFrom =
      completeUntil === null
        ? null
        : new Date(Math.min(completeUntil.getTime(), now.getTime()) - (isReread ? REREAD_MS : OVERLAP_MS));
    const began = await this.transactor.run((tx) => this.balance.begin(tx, last, { beganAt: now, listedFrom }));
    const reading = began ? await this.balance.reading() : null;
    return isReading(reading) ? reading : null;
  }

  /** Stores the next page. Answers the reading as it goes on; null where it is finished, or another process continues it. */
  private async readPage(reading: Reading): Promise<Reading | null> {
    const { listedFrom, position, beganAt } = reading;
    const page = await callingProvider(() =>
      this.stripe.api.balanceTransactions.list({
        limit: PAGE,
        expand: ['data.source'],
        ...(listedFrom === null ? {} : { created: { gte: toUnix(listedFrom) } }),
        ...(position === null ? {} : { starting_after: position }),
      }),
    );
    const last = page.data.at(-1)?.id ?? null;
    const isLong = listedFrom === null || beganAt.getTime() - listedFrom.getTime() >= REREAD_MS;
    const next: Partial<BalanceReading> = page.has_more
      ? { position: last }
      : {
          completeUntil: beganAt,
          finishedAt: this.clock.now(),
          beganAt: null,
          listedFrom: null,
          position: null,
          ...(isLong ? { rereadAt: beganAt } : {}),
        };
    const isOurs = await this.transactor.run(async (tx) => {
      await this.balance.add(tx, page.data.map(movementOf));
      await this.balance.link(
        tx,
        page.data.map(({ id }) => id),
      );
      return this.balance.moveOn(tx, reading, next);
    });
    return isOurs && page.has_more ? { ...reading, position: last } : null;
  }

  /** Notes which movements each new payout paid out. Answers whether there may be more payouts. */
  private async readPayouts(): Promise<boolean> {
    const payouts = await this.balance.unreadPayouts(PAYOUTS);
    for (const { id, sourceId } of payouts) await this.readPayout(id, sourceId);
    return payouts.length === PAYOUTS;
  }

  private async readPayout(id: string, payout: string | null): Promise<void> {
    try {
      for (let position: string | null = null; payout !== null;) {
        const page: Stripe.ApiList<Stripe.BalanceTransaction> = await callingProvider(() =>
          this.stripe.api.balanceTransactions.list({
            payout,
            limit: PAGE,
            expand: ['data.source'],
            ...(position === null ? {} : { starting_after: position }),
          }),
        );
        // The payout itself comes last: until then, it is not read.
        const within = page.data.filter((each) => each.id !== id);
        await this.transactor.run(async (tx) => {
          await this.balance.add(tx, within.map(movementOf));
          await this.balance.assign(
            tx,
            within.map((each) => each.id),
            payout,
          );
        });
        if (!page.has_more) break;
        position = idOf(page.data.at(-1));
      }
    } catch (error) {
      // The provider does not list the contents of a manual payout.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      this.logger.warn({ err: error, payoutId: payout }, 'The movements of a payout are not known');
    }
    await this.transactor.run((tx) => this.balance.assign(tx, [id], payout ?? id));
  }
}
