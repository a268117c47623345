import { Inject, Injectable } from '@nestjs/common';
import type { Plan } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { StripeClient } from '../stripe/stripe-client.ts';
import type { Program } from './program.entity.ts';
import { ProgramRepository } from './program.repository.ts';

export const ensureCatalog = job({ service: 'billing', name: 'ensure-catalog', everySeconds: 30, atStart: true });

const RECURRING = { monthly: { interval: 'month' }, annual: { interval: 'year' }, once: undefined } as const;

/**
 * Sees to it that the provider has our prices and that we know their ids. A price is found by its lookup key, which names
 * plan and amount, so every installation and every repeat ends with the same one. Does nothing once all ids are known.
 */
@Injectable()
export class EnsureCatalog {
  constructor(
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly transactor: Transactor,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(ensureCatalog)
  async run(): Promise<void> {
    for (const program of await this.programs.active()) {
      if (program.stripePriceIdMonthly === null) await this.ensurePrice(program, 'monthly', program.priceMonthly);
      if (program.stripePriceIdAnnual === null) await this.ensurePrice(program, 'annual', program.priceAnnual);
      if (program.stripePriceIdOnce === null) await this.ensurePrice(program, 'once', program.priceOnce);
    }
  }

  private async ensurePrice(program: Program, plan: Plan | 'once', amount: number | null): Promise<void> {
    if (amount === null) return;
    const lookupKey = `lectern_${program.type}_${plan}_${amount}`;
    const { data: known } = await this.stripe.api.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    const price =
      known[0] ??
      (await this.stripe.api.prices.create(
        {
          currency: 'usd',
          unit_amount: amount,
          lookup_key: lookupKey,
          ...(RECURRING[plan] === undefined ? {} : { recurring: RECURRING[plan] }),
          product: await this.productOf(program),
        },
        { idempotencyKey: `price-${lookupKey}` },
      ));
    await this.transactor.run((tx) => this.programs.setPriceId(tx, program.id, plan, price.id));
    this.logger.info({ program: program.type, plan, priceId: price.id }, 'The provider has this price');
  }

  private async productOf(program: Program): Promise<string> {
    const product = await this.stripe.api.products.create(
      { name: program.name, description: program.description, metadata: { program: program.type } },
      { idempotencyKey: `product-${program.id}` },
    );
    return product.id;
  }
}
