import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { pageKey, PurchaseRepository } from '../purchase/purchase.repository.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { SettleCheckout } from './settle-checkout.use-case.ts';
import { settleDueCheckouts } from '../jobs.ts';

const BATCH = 100;

/** Ends checkouts whose time is over although the provider's message did not come, so that nothing stays held for them. */
@Injectable()
export class SettleDueCheckouts {
  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly settleCheckout: SettleCheckout,
    private readonly expireSession: ExpireSession,
    private readonly promoCodes: PromoCodeRepository,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(settleDueCheckouts)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const due = [...(await this.checkouts.sessionsDue(now, BATCH)), ...(await this.purchases.sessionsDue(now, BATCH))];
    for (const sessionId of due) {
      if (stopping.aborted) return;
      await this.settle(sessionId);
    }
    await this.endAbandoned(now);
  }

  /** A page that has to end before the provider ends it is ended here. */
  private async settle(sessionId: string): Promise<void> {
    try {
      await this.expireSession.execute(sessionId);
      await this.settleCheckout.execute(sessionId);
    } catch (error) {
      this.logger.warn({ err: error, sessionId }, 'A checkout that is over could not be settled yet');
    }
  }

  /** Releases everything that is held for pages that were never opened and cannot be any more. */
  private async endAbandoned(now: Date): Promise<void> {
    for (const checkout of await this.checkouts.abandoned(now, BATCH)) {
      await this.transactor.run((tx) => this.checkouts.abandon(tx, checkout, now));
    }
    for (const purchase of await this.purchases.abandoned(now, BATCH)) {
      await this.transactor.run(async (tx) => {
        if (await this.purchases.abandon(tx, purchase))
          await this.promoCodes.settle(tx, pageKey(purchase), 'released', now);
      });
    }
  }
}
