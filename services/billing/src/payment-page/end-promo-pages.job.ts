import { Inject, Injectable } from '@nestjs/common';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { endPromoPages } from '../jobs.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { ExpireSession } from '../stripe/expire-session.ts';
import { SettleCheckout } from './settle-checkout.use-case.ts';

const BATCH = 100;

/** A discount ends with its code: expires open pages with it at the provider, and releases everything that they held. Idempotent. */
@Injectable()
export class EndPromoPages {
  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly expireSession: ExpireSession,
    private readonly settleCheckout: SettleCheckout,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(endPromoPages)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const over = [
      ...(await this.checkouts.sessionsOfEndedCodes(now, BATCH)),
      ...(await this.purchases.sessionsOfEndedCodes(now, BATCH)),
    ];
    for (const sessionId of over) {
      if (stopping.aborted) return;
      await this.end(sessionId).catch((error: unknown) => {
        this.logger.warn({ err: error, sessionId }, 'A page whose promo code has ended could not be expired yet');
      });
    }
  }

  private async end(sessionId: string): Promise<void> {
    await this.expireSession.execute(sessionId);
    await this.settleCheckout.execute(sessionId);
  }
}
