import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction, type RecordedAction } from '../record-admin-action.ts';
import { KeepCredit } from '../credit/keep-credit.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { GatherCredit } from '../referral/gather-credit.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import type { Reconciliation } from './reconciliation.entity.ts';
import { ReconciliationRepository } from './reconciliation.repository.ts';

/** The steps that every reconciliation shares. */
@Injectable()
export class ReconcileCustomer {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly syncCustomer: SyncCustomer,
    private readonly gatherCredit: GatherCredit,
    private readonly keepCredit: KeepCredit,
    private readonly reconciliations: ReconciliationRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param by the administrator who asked, and the action to record */
  async begin(
    kind: Reconciliation['kind'],
    by?: { readonly admin: ActingAdmin; readonly action: RecordedAction; readonly details: Record<string, unknown> },
  ): Promise<Reconciliation> {
    const run: Reconciliation = {
      id: randomUUID(),
      kind,
      startedAt: this.clock.now(),
      finishedAt: null,
      checked: 0,
      repaired: 0,
      failed: 0,
      doneUntil: null,
    };
    await this.transactor.run(async (tx) => {
      await this.reconciliations.save(tx, run);
      if (by !== undefined) await this.recordAdminAction.execute(tx, by.admin, by.action, by.details);
    });
    return run;
  }

  async finish({ id }: Pick<Reconciliation, 'id'>): Promise<void> {
    await this.transactor.run((tx) => this.reconciliations.finish(tx, id, this.clock.now()));
  }

  /** Compares one customer, repairs differences and records them. Returns whether there were any. */
  async execute(runId: string, customerId: string): Promise<boolean> {
    const differences = [
      ...(await this.syncCustomer.execute(customerId)),
      ...(await this.gatherCredit.ofCustomer(customerId)),
      ...(await this.keepCredit.compare(customerId)),
    ];
    await this.transactor.run((tx) => this.reconciliations.note(tx, runId, customerId, differences));
    if (differences.length > 0)
      this.logger.warn({ customerId, differences }, 'Our records differed from the provider’s and were repaired');
    return differences.length > 0;
  }

  /**
   * As {@link execute}, for one of many: a customer that cannot be compared is logged as an error and skipped. Rejects while the provider
   * does not answer, because then none can be compared.
   */
  async tryTo(runId: string, customerId: string): Promise<boolean> {
    try {
      return await this.execute(runId, customerId);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'payment_provider_unavailable') throw error;
      this.logger.error({ err: error, customerId }, 'A customer could not be compared with the provider');
      await this.transactor.run((tx) => this.reconciliations.noteFailure(tx, runId));
      return false;
    }
  }

  /** Every subscription to our membership at the provider, at whatever price and ended ones too, with its customer. */
  async *subscriptions(): AsyncGenerator<Stripe.Subscription> {
    const { productId, priceIds } = await this.programs.membershipMark();
    // Staff make prices at the provider too.
    const ofProduct =
      productId === null
        ? []
        : await this.stripe.api.prices.list({ product: productId, limit: 100 }).autoPagingToArray({ limit: 1_000 });
    for (const price of new Set([...priceIds, ...ofProduct.map(({ id }) => id)])) {
      yield* this.stripe.api.subscriptions.list({ price, status: 'all', limit: 100, expand: ['data.customer'] });
    }
  }

  /** Adopts a customer that we do not know and that has a subscription to a price of ours. Returns whether it could. */
  async adopt(customer: Stripe.Subscription['customer']): Promise<boolean> {
    const remote =
      typeof customer === 'string'
        ? await callingProvider(() => this.stripe.api.customers.retrieve(customer))
        : customer;
    if (remote.deleted === true || (await this.ensureCustomer.adopt(remote)) !== null) return true;
    this.logger.error(
      { customerId: remote.id },
      'A paying customer cannot be taken over: its address is missing, or another customer’s',
    );
    return false;
  }
}
