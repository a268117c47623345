import { Injectable } from '@nestjs/common';
import { getReconciliation } from '@lectern/contracts/billing/operator-rpc';
import { listMemberships, listReconciliations } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { presentMembership } from '../subscription/announce-membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { ReconciliationRepository } from './reconciliation.repository.ts';

@Injectable()
export class ReconciliationQueries {
  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly referrals: ReferralRepository,
  ) {}

  @Handles(listReconciliations)
  async latest({ limit }: RpcInput<typeof listReconciliations>): Promise<RpcOutput<typeof listReconciliations>> {
    return (await this.reconciliations.latest(limit)).map(toAnswer);
  }

  @Handles(getReconciliation)
  async one({ id }: RpcInput<typeof getReconciliation>): Promise<RpcOutput<typeof getReconciliation>> {
    const run = await this.reconciliations.find(id);
    if (run === null) throw new DomainError('not_found');
    return { ...toAnswer(run), failed: run.failed };
  }

  @Handles(listMemberships)
  async memberships(input: RpcInput<typeof listMemberships>): Promise<RpcOutput<typeof listMemberships>> {
    const found =
      input.subscriptionId === null
        ? await this.subscriptions.liveAfter(input.after ?? '', input.limit)
        : [await this.subscriptions.findWithCustomer(input.subscriptionId)];
    const codes = await this.referrals.codesOf(
      null,
      found.flatMap((subscription) => subscription?.customer ?? []),
    );
    return found.flatMap((subscription) =>
      subscription?.customer == null
        ? []
        : [presentMembership(subscription.customer, subscription, codes.get(subscription.customer.id) ?? null)],
    );
  }
}

const toAnswer = (run: NonNullable<Awaited<ReturnType<ReconciliationRepository['find']>>>) => ({
  id: run.id,
  kind: run.kind,
  startedAt: run.startedAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
  checked: run.checked,
  repaired: run.repaired,
  differences: run.differences.map(({ customerId, subject, field, local, remote }) => ({
    customerId,
    subject,
    field,
    local,
    remote,
  })),
});
