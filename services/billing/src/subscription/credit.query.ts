import { Injectable } from '@nestjs/common';
import type { CreditAccount, NextCharge } from '@lectern/contracts/billing/credit';
import { getCredit } from '@lectern/contracts/billing/credit-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CreditRepository } from '../credit/credit.repository.ts';
import { nextChargeOf } from './next-charge.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

/** The credit of an account, and what its membership is charged next. */
@Injectable()
export class Credit {
  constructor(
    private readonly credit: CreditRepository,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  @Handles(getCredit)
  async execute({ userId }: RpcInput<typeof getCredit>): Promise<CreditAccount> {
    const [{ balance, entries }, subscription] = await Promise.all([
      this.credit.ofUser(userId),
      this.subscriptions.leadingOfUser(userId),
    ]);
    return {
      balance,
      nextCharge: subscription === null ? null : await this.nextCharge(subscription),
      entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, at: createdAt.toISOString() })),
    };
  }

  /** Of a subscription: the provider uses the credit of its customer alone. */
  async nextCharge(subscription: Subscription, at?: Date): Promise<NextCharge | null> {
    return nextChargeOf(subscription, await this.credit.balanceOfCustomer(subscription.customerId), at);
  }
}
