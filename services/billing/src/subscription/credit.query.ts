import { Injectable } from '@nestjs/common';
import { getCredit } from '@lectern/contracts/billing/credit-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import { CreditChangeRepository } from '../credit/credit-change.repository.ts';
import { CreditRepository } from '../credit/credit.repository.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { presentChange } from '../credit/present-change.ts';
import { nextChargeOf } from './next-charge.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

/** Refused changes are shown for a week. */
const SHOWN_MS = 7 * 24 * 3_600_000;

/** The credit of an account, and what its membership is charged next. */
@Injectable()
export class Credit {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly credit: CreditRepository,
    private readonly changes: CreditChangeRepository,
    private readonly clock: Clock,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  @Handles(getCredit)
  async execute({ userId }: RpcInput<typeof getCredit>): Promise<RpcOutput<typeof getCredit>> {
    const since = new Date(this.clock.now().getTime() - SHOWN_MS);
    const [{ balance, entries }, subscription, unmade] = await Promise.all([
      this.credit.ofUser(userId),
      this.subscriptions.leadingOfUser(userId),
      this.changes.unmade(userId, since),
    ]);
    const isKnown =
      (await this.accounts.find(null, userId)) !== null || (await this.customers.payingOf(userId)) !== null;
    return {
      isKnown,
      balance,
      // The provider uses the credit of the subscription's customer alone.
      nextCharge:
        subscription === null
          ? null
          : nextChargeOf(subscription, await this.credit.balanceOfCustomer(subscription.customerId)),
      entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, at: createdAt.toISOString() })),
      unmade: unmade.map(presentChange),
    };
  }
}
