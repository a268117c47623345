import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { Clock } from '@lectern/service-kit/time/clock';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { CREDIT_KIND, CREDIT_OF } from '../credit/entry-of.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { idOf } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import type { ReferralCredit } from './referral-credit.entity.ts';
import { creditReturnedFrom, CREDIT_TRANSITIONS, invoicesSpentOn, TAKEN_OF, unspentOf } from './referral-credit.ts';
import { ReferralRepository } from './referral.repository.ts';
import { settleCredits } from '../jobs.ts';

const BATCH = 100;

/** Metadata of the entry that grants a credit again: the customer that had it when it was lost. */
const LOST_ON = 'lectern_lost_on';

type Kind = 'granted' | 'returned';

interface Entries {
  readonly granted: Stripe.CustomerBalanceTransaction | null;
  readonly returned: readonly Stripe.CustomerBalanceTransaction[];
  readonly spentOn: ReferralCredit['spentOn'];
}

const sumOf = (entries: readonly Stripe.CustomerBalanceTransaction[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Puts referral credits on the members' balances at the provider, where their next invoice uses them. Withdraws the unspent part of credits
 * whose payment was refunded, also where an invoice that had used it returns it later. An account with several customers is credited on the
 * one that it pays with, and the credit is withdrawn from the one that has it. Runs under the account's lock, and only after checking
 * whether the entry exists already: however often this is interrupted, a credit is entered once.
 */
@Injectable()
export class SettleCredits {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly referrals: ReferralRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(settleCredits)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    await this.transactor.run((tx) => this.referrals.dropOfErased(tx));
    for (const credit of await this.referrals.creditsDue(BATCH)) {
      if (stopping.aborted) return;
      try {
        await this.settle(credit);
      } catch (error) {
        this.logger.warn({ err: error, creditId: credit.id }, 'A referral credit could not be settled yet');
        await this.transactor.run((tx) => this.referrals.noteFailure(tx, credit.id, this.clock.now()));
      }
    }
  }

  private async settle({ id, userId }: ReferralCredit): Promise<void> {
    await this.lock.hold(`account:${userId}`, async () => {
      const customers = await this.customers.servingOf(userId);
      if (customers.length === 0) return;
      const credit = await this.referrals.findCredit(id);
      if (credit?.status !== 'due' && credit?.status !== 'return_due') return;
      const entries = await callingProvider(() =>
        this.settleAtProvider(
          customers.map((customer) => customer.id),
          credit,
        ),
      );
      await this.transactor.run(async (tx) => {
        const current = (await this.referrals.creditsOf(tx, credit.referralId)).find(
          (candidate) => candidate.id === id,
        );
        if (current === undefined) return;
        const grantedId = entries.granted?.id ?? null;
        // The payment may have been refunded since it was read; then the next run withdraws the credit.
        const turn = credit.status === 'due' ? 'granted' : grantedId === null ? 'found-ungranted' : 'returned';
        await this.referrals.saveCredits(tx, [
          {
            ...current,
            status: CREDIT_TRANSITIONS[current.status][turn] ?? current.status,
            grantedId,
            returnedId: entries.returned[0]?.id ?? null,
            returnedAmount: sumOf(entries.returned),
            spentOn: entries.spentOn,
          },
        ]);
      });
    });
  }

  /** Makes the entries that are missing on a balance, and answers all entries. The first of the customers is the one to credit. */
  private async settleAtProvider(customerIds: readonly string[], credit: ReferralCredit): Promise<Entries> {
    const before = await this.entriesOf(customerIds);
    const of = (kind: Kind) =>
      before.filter(({ metadata }) => metadata?.[CREDIT_OF] === credit.id && metadata[CREDIT_KIND] === kind);
    const granted = of('granted')[0] ?? null;
    // Oldest first.
    const returned = of('returned').toReversed();
    const { spentOn } = credit;
    if (credit.status === 'due')
      return { granted: await this.grant(customerIds[0]!, credit, of('granted')), returned, spentOn };
    if (granted === null) return { granted, returned, spentOn };
    // It may have been moved since to the customer that pays.
    const holders = new Set([idOf(granted.customer)!, ...customerIds]);
    if (spentOn === null) {
      const taken =
        returned.length > 0 ? returned : await this.withdraw(holders, credit, returned, credit.amount, null);
      // Read again, because credit that an invoice used meanwhile could not be withdrawn.
      return { granted, returned: taken, spentOn: invoicesSpentOn(await this.entriesOf(customerIds), before) };
    }
    let taken = returned;
    for (const invoiceId of spentOn)
      taken = await this.withdraw(holders, credit, taken, creditReturnedFrom(invoiceId, before), invoiceId);
    return { granted, returned: taken, spentOn };
  }

  /**
   * The entry of a credit that is due, made where it is missing. A credit that was lost with its customer gets another entry, with its
   * unspent part.
   */
  private async grant(
    customerId: string,
    credit: ReferralCredit,
    granted: readonly Stripe.CustomerBalanceTransaction[],
  ): Promise<Stripe.CustomerBalanceTransaction> {
    const { lostOn, lostAmount, amount } = credit;
    const known = granted.find(({ metadata }) => (metadata?.[LOST_ON] ?? null) === lostOn);
    return known ?? this.enter(customerId, credit, 'granted', -(lostAmount ?? amount));
  }

  /** Withdraws at most `most` cents of the rest of a credit from the balances. Answers all withdrawals, earlier ones included. */
  private async withdraw(
    holders: Iterable<string>,
    credit: ReferralCredit,
    before: readonly Stripe.CustomerBalanceTransaction[],
    most: number,
    invoiceId: string | null,
  ): Promise<Stripe.CustomerBalanceTransaction[]> {
    const taken = [...before];
    let open = Math.min(most, credit.amount - sumOf(taken));
    for (const holder of holders) {
      const unspent = open > 0 ? await this.unspent(holder, open) : 0;
      if (unspent === 0) continue;
      taken.push(await this.enter(holder, credit, 'returned', unspent, sumOf(taken), invoiceId));
      open -= unspent;
    }
    return taken;
  }

  /** Newest first for each customer. */
  private async entriesOf(customerIds: readonly string[]): Promise<Stripe.CustomerBalanceTransaction[]> {
    const list = (id: string) =>
      this.stripe.api.customers.listBalanceTransactions(id, { limit: 100 }).autoPagingToArray({ limit: 10_000 });
    return (await Promise.all(customerIds.map(list))).flat();
  }

  /** @param after cents that entries of the kind made before */
  private async enter(
    customerId: string,
    credit: ReferralCredit,
    kind: Kind,
    amount: number,
    after = 0,
    takenOf: string | null = null,
  ): Promise<Stripe.CustomerBalanceTransaction> {
    return this.stripe.api.customers.createBalanceTransaction(
      customerId,
      {
        amount,
        currency: 'usd',
        description:
          kind === 'granted' ? 'Referral credit' : 'Referral credit withdrawn: the first payment was refunded',
        metadata: {
          [CREDIT_OF]: credit.id,
          [CREDIT_KIND]: kind,
          ...(credit.lostOn !== null && { [LOST_ON]: credit.lostOn }),
          ...(takenOf !== null && { [TAKEN_OF]: takenOf }),
        },
      },
      {
        idempotencyKey: `credit-${credit.id}-${kind}${after === 0 ? '' : `-after-${after}`}${credit.lostOn === null ? '' : `-lost-on-${credit.lostOn}-to-${customerId}`}`,
      },
    );
  }

  private async unspent(customerId: string, amount: number): Promise<number> {
    const customer = await this.stripe.api.customers.retrieve(customerId);
    return customer.deleted === true ? 0 : unspentOf(amount, customer.balance);
  }
}
