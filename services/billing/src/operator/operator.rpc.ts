import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Ownership } from './ownership.query.ts';
import { Republish } from './republish.use-case.ts';

@Controller()
export class OperatorRpc {
  constructor(
    private readonly ownership: Ownership,
    private readonly republish: Republish,
  ) {}

  @HandlesRpc(contracts.describeAccounts)
  async accounts({
    userIds,
  }: RpcInput<typeof contracts.describeAccounts>): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.ownership.accounts(userIds);
  }

  @HandlesRpc(contracts.listGuestCustomers)
  async guests(
    input: RpcInput<typeof contracts.listGuestCustomers>,
  ): Promise<RpcOutput<typeof contracts.listGuestCustomers>> {
    return this.ownership.guests(input);
  }

  @HandlesRpc(contracts.forgetVersions)
  async forgetVersions(): Promise<RpcOutput<typeof contracts.forgetVersions>> {
    await this.republish.forgetVersions();
    return {};
  }

  @HandlesRpc(contracts.republishMemberships)
  async memberships(
    input: RpcInput<typeof contracts.republishMemberships>,
  ): Promise<RpcOutput<typeof contracts.republishMemberships>> {
    return this.republish.memberships(input);
  }

  @HandlesRpc(contracts.republishPurchases)
  async purchases(
    input: RpcInput<typeof contracts.republishPurchases>,
  ): Promise<RpcOutput<typeof contracts.republishPurchases>> {
    return this.republish.purchases(input);
  }

  @HandlesRpc(contracts.republishCredits)
  async credits(
    input: RpcInput<typeof contracts.republishCredits>,
  ): Promise<RpcOutput<typeof contracts.republishCredits>> {
    return this.republish.credits(input);
  }

  @HandlesRpc(contracts.listAccountCustomers)
  async customers(
    input: RpcInput<typeof contracts.listAccountCustomers>,
  ): Promise<RpcOutput<typeof contracts.listAccountCustomers>> {
    return this.ownership.customers(input);
  }

  @HandlesRpc(contracts.listPaidPurchases)
  async paidPurchases(
    input: RpcInput<typeof contracts.listPaidPurchases>,
  ): Promise<RpcOutput<typeof contracts.listPaidPurchases>> {
    return this.ownership.paidPurchases(input);
  }

  @HandlesRpc(contracts.describePaidRegistrations)
  async paidRegistrations({
    registrationIds,
  }: RpcInput<typeof contracts.describePaidRegistrations>): Promise<
    RpcOutput<typeof contracts.describePaidRegistrations>
  > {
    return this.ownership.paidRegistrations(registrationIds);
  }
}
