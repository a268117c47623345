import { Inject, Injectable } from '@nestjs/common';
import type { Plan } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { idOf } from '../stripe/expandable.ts';
import { StripeClient } from '../stripe/stripe-client.ts';
import type { Program } from './program.entity.ts';
import { ProgramRepository } from './program.repository.ts';

export const ensureCatalog = job({ service: 'billing', name: 'ensure-catalog', everySeconds: 30, atStart: true });

const RECURRING = { monthly: { interval: 'month' }, annual: { interval: 'year' }, once: undefined } as const;

/**
 * Ensures that the provider has our prices and that we know their ids. A price is found by its lookup key, which names plan and amount, so
 * every installation and every repetition ends with the same one. A changed amount is sold at a new price from then on; the earlier one
 * stays known. Asks the provider only when something is missing.
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
    const amounts = new Map((await this.programs.pricesOfActive()).map(({ id, amount }) => [id, amount]));
    const isSold = (priceId: string | null, amount: number | null): boolean =>
      amount === null || (priceId !== null && amounts.get(priceId) === amount);
    for (const program of await this.programs.active()) {
      if (program.stripeProductId === null) await this.keepEarlierPrices(program);
      if (!isSold(program.stripePriceIdMonthly, program.priceMonthly))
        await this.ensurePrice(program, 'monthly', program.priceMonthly);
      if (!isSold(program.stripePriceIdAnnual, program.priceAnnual))
        await this.ensurePrice(program, 'annual', program.priceAnnual);
      if (!isSold(program.stripePriceIdOnce, program.priceOnce))
        await this.ensurePrice(program, 'once', program.priceOnce);
    }
  }

  private async ensurePrice(program: Program, plan: Plan | 'once', amount: number | null): Promise<void> {
    if (amount === null) return;
    const lookupKey = `${keyPrefixOf(program)}${plan}_${amount}`;
    const { data: known } = await this.stripe.api.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    const price =
      known[0] ??
      (await this.stripe.api.prices.create(
        {
          currency: 'usd',
          unit_amount: amount,
          lookup_key: lookupKey,
          ...(RECURRING[plan] === undefined ? {} : { recurring: RECURRING[plan] }),
          product: program.stripeProductId ?? (await this.productOf(program)),
        },
        { idempotencyKey: `price-${lookupKey}` },
      ));
    const productId = idOf(price.product) ?? '';
    await this.transactor.run((tx) => this.programs.sellAt(tx, { program, plan, id: price.id, amount, productId }));
    program.stripeProductId ??= productId;
    this.logger.info({ program: program.type, plan, priceId: price.id }, 'The provider has this price');
  }

  /** Prices from before they were kept here, archived ones too. */
  private async keepEarlierPrices(program: Program): Promise<void> {
    const all = await this.stripe.api.prices.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const ours = all.filter(({ lookup_key: key }) => key?.startsWith(keyPrefixOf(program)));
    await this.transactor.run((tx) =>
      this.programs.keepPrices(
        tx,
        ours.map(({ id, unit_amount: amount }) => ({ id, programId: program.id, amount })),
      ),
    );
  }

  private async productOf(program: Program): Promise<string> {
    const product = await this.stripe.api.products.create(
      { name: program.name, description: program.description, metadata: { program: program.type } },
      { idempotencyKey: `product-${program.id}` },
    );
    return product.id;
  }
}

const keyPrefixOf = (program: Program): string => `lectern_${program.type}_`;
