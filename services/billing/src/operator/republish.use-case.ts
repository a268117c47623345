import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';

type Page = RpcInput<typeof contracts.republishMemberships>;
type Published = RpcOutput<typeof contracts.republishMemberships>;

@Injectable()
export class Republish {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly purchasesKept: PurchaseRepository,
    private readonly referrals: ReferralRepository,
    private readonly announceMembership: AnnounceMembership,
  ) {}

  @Handles(contracts.republishMemberships)
  async memberships({ after, limit }: Page): Promise<Published> {
    const ids = await this.customers.idsAfter(after ?? '', limit);
    let published = 0;
    for (const id of ids)
      await this.transactor.run(async (tx) => {
        const customer = await this.customers.lockById(tx, id);
        if (customer === null) return;
        for (const subscription of await this.subscriptions.lockOf(tx, id)) {
          await this.announceMembership.of(tx, customer, subscription);
          published += 1;
        }
      });
    return { published, last: ids.length < limit ? null : ids.at(-1)! };
  }

  @Handles(contracts.republishPurchases)
  async purchases({ after, limit }: Page): Promise<Published> {
    const purchases = await this.transactor.run((tx) => this.purchasesKept.republish(tx, after, limit));
    return { published: purchases.length, last: purchases.length < limit ? null : purchases.at(-1)!.id };
  }

  @Handles(contracts.republishCredits)
  async credits({ after, limit }: Page): Promise<Published> {
    const totals = await this.transactor.run((tx) => this.referrals.republish(tx, after, limit));
    return { published: totals.length, last: totals.length < limit ? null : totals.at(-1)!.userId };
  }

  @Handles(contracts.forgetVersions)
  async forgetVersions(): Promise<void> {
    await this.transactor.run(({ manager }) => manager.query('UPDATE accounts SET version = -1'));
  }
}
