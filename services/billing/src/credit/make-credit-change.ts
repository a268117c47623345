import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { creditChanged } from '@lectern/contracts/billing/events';
import { formatCents } from '@lectern/contracts/money';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { makeCreditChanges } from '../jobs.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import type { CreditChange } from './credit-change.entity.ts';
import { CreditChangeRepository } from './credit-change.repository.ts';
import { CreditRepository } from './credit.repository.ts';
import { CHANGE, CHANGE_KIND, entryOf, UNDONE } from './entry-of.ts';

const BATCH = 20;
/** A request has made its change, or failed, after this time. */
const UNSETTLED_MS = 60_000;
const REFUSAL_MAX = 500;

const DESCRIPTIONS: Readonly<Record<CreditChange['kind'], string>> = {
  goodwill: 'Credit given',
  refund: 'Refund as credit',
  withdrawn: 'Credit withdrawn',
};

interface Outcome {
  readonly entries: readonly Stripe.CustomerBalanceTransaction[];
  /** Null where it was made. */
  readonly refusal: string | null;
}

/**
 * Makes stored changes of credit at the provider, each once, however often this is interrupted: under the account's lock, and only after looking
 * for the entry. Credit is never withdrawn below zero: where an invoice used it at the same moment, the entry is reverted by another one.
 */
@Injectable()
export class MakeCreditChange {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly changes: CreditChangeRepository,
    private readonly credit: CreditRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(makeCreditChanges)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - UNSETTLED_MS);
    for (const { id } of await this.changes.unsettled(before, BATCH)) {
      if (stopping.aborted) return;
      await this.execute(id).catch((error: unknown) => {
        this.logger.warn({ err: error, changeId: id }, 'A change of credit could not be made yet');
      });
    }
  }

  /** Throws `payment_provider_unavailable`, after which the job makes it. */
  async execute(id: string): Promise<CreditChange> {
    const found = await this.changes.find(null, id);
    if (found === null) throw new Error(`There is no change of credit ${id}`);
    const userId = (await this.customers.findById(found.customerId))?.userId;
    return this.lock.hold(userId == null ? `customer-credit:${found.customerId}` : `account:${userId}`, async () => {
      const change = await this.changes.find(null, id);
      if (change?.status !== 'asked') return change ?? found;
      const { entries, refusal } = await callingProvider(() => this.atProvider(change)).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return { entries: [], refusal: error.message.slice(0, REFUSAL_MAX) };
      });
      return this.transactor.run(async (tx) => {
        const status = refusal === null ? 'made' : 'refused';
        await this.credit.add(
          tx,
          entries.map((entry) => entryOf(change.customerId, entry)),
        );
        const settled = await this.changes.settle(tx, change, { status, refusal });
        if (status === 'made') await this.publish(tx, settled);
        return settled;
      });
    });
  }

  private async atProvider(change: CreditChange): Promise<Outcome> {
    const { id, customerId, kind, amount } = change;
    const known = await this.stripe.api.customers
      .listBalanceTransactions(customerId, { limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    const undone = known.find(({ metadata }) => metadata?.[UNDONE] === id);
    let entry = known.find(({ metadata }) => metadata?.[CHANGE] === id);
    if (entry === undefined) {
      const left = amount < 0 ? await this.balanceOf(customerId) : 0;
      if (amount < 0 && left + amount < 0) return { entries: [], refusal: tooLittle(left) };
      entry = await this.enter(customerId, -amount, DESCRIPTIONS[kind], { [CHANGE]: id, [CHANGE_KIND]: kind }, id);
    }
    if (undone !== undefined) return { entries: [entry, undone], refusal: tooLittle(0) };
    if (amount > 0 || entry.ending_balance <= 0) return { entries: [entry], refusal: null };
    const reverted = await this.enter(
      customerId,
      -entry.amount,
      `${DESCRIPTIONS[kind]}: reverted`,
      { [UNDONE]: id },
      `${id}-undone`,
    );
    return { entries: [entry, reverted], refusal: tooLittle(0) };
  }

  private async balanceOf(customerId: string): Promise<number> {
    const customer = await this.stripe.api.customers.retrieve(customerId);
    return customer.deleted === true ? 0 : -customer.balance;
  }

  private async enter(
    customerId: string,
    amount: number,
    description: string,
    metadata: Record<string, string>,
    key: string,
  ): Promise<Stripe.CustomerBalanceTransaction> {
    return this.stripe.api.customers.createBalanceTransaction(
      customerId,
      { amount, currency: 'usd', description, metadata },
      { idempotencyKey: `credit-change-${key}` },
    );
  }

  private async publish(tx: Transaction, { id: changeId, customerId, kind, amount }: CreditChange): Promise<void> {
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null || customer.userId === null || customer.email === '') return;
    const { userId, email, firstName, lastName } = customer;
    await tx.publish(creditChanged, {
      ...{ changeId, userId, email, firstName, lastName, kind, amount: Math.abs(amount) },
      balance: await this.credit.balanceOfUser(tx, userId),
    });
  }
}

const tooLittle = (left: number): string =>
  left > 0
    ? `Only ${formatCents(left)} of credit are left: the rest was used meanwhile. Nothing was withdrawn.`
    : 'The credit was used meanwhile. Nothing was withdrawn.';
