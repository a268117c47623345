import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import * as operator from '@lectern/contracts/billing/operator-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { presentMembership } from '../subscription/announce-membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { Reconcile } from './reconcile.job.ts';
import { ReconciliationRepository } from './reconciliation.repository.ts';
import { SyncMemberships } from './sync-memberships.use-case.ts';

@Controller()
export class ReconciliationRpc {
  constructor(
    private readonly syncMemberships: SyncMemberships,
    private readonly subscriptions: SubscriptionRepository,
    private readonly referrals: ReferralRepository,
    private readonly reconciliations: ReconciliationRepository,
    private readonly reconcile: Reconcile,
  ) {}

  @HandlesRpc(contracts.syncMemberships)
  async everybody(
    input: RpcInput<typeof contracts.syncMemberships>,
  ): Promise<RpcOutput<typeof contracts.syncMemberships>> {
    return this.syncMemberships.everybody(input.by);
  }

  @HandlesRpc(contracts.syncMember)
  async one(input: RpcInput<typeof contracts.syncMember>): Promise<RpcOutput<typeof contracts.syncMember>> {
    return this.syncMemberships.one(input);
  }

  @HandlesRpc(contracts.listMemberships)
  async memberships(
    input: RpcInput<typeof contracts.listMemberships>,
  ): Promise<RpcOutput<typeof contracts.listMemberships>> {
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

  @HandlesRpc(contracts.listReconciliations)
  async reconciliationsOf(
    input: RpcInput<typeof contracts.listReconciliations>,
  ): Promise<RpcOutput<typeof contracts.listReconciliations>> {
    return (await this.reconciliations.latest(input.limit)).map(toAnswer);
  }

  @HandlesRpc(operator.reconcileNow)
  async now(): Promise<RpcOutput<typeof operator.reconcileNow>> {
    return { id: await this.reconcile.now() };
  }

  @HandlesRpc(operator.getReconciliation)
  async reconciliation({
    id,
  }: RpcInput<typeof operator.getReconciliation>): Promise<RpcOutput<typeof operator.getReconciliation>> {
    const run = await this.reconciliations.find(id);
    if (run === null) throw new DomainError('not_found');
    return { ...toAnswer(run), failed: run.failed };
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
