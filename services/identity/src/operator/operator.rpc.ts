import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Ownership } from './ownership.query.ts';
import { Administrators } from './administrators.use-case.ts';
import { Republish } from './republish.use-case.ts';
import { UnlockAccount } from './unlock-account.use-case.ts';

@Controller()
export class OperatorRpc {
  constructor(
    private readonly administrators: Administrators,
    private readonly ownership: Ownership,
    private readonly unlockAccount: UnlockAccount,
    private readonly republish: Republish,
  ) {}

  @HandlesRpc(contracts.listAccounts)
  async accounts(input: RpcInput<typeof contracts.listAccounts>): Promise<RpcOutput<typeof contracts.listAccounts>> {
    return this.ownership.accounts(input);
  }

  @HandlesRpc(contracts.describeClaims)
  async claims(input: RpcInput<typeof contracts.describeClaims>): Promise<RpcOutput<typeof contracts.describeClaims>> {
    return this.ownership.claims(input.customerIds);
  }

  @HandlesRpc(contracts.listWrongClaims)
  async wrongClaims(): Promise<RpcOutput<typeof contracts.listWrongClaims>> {
    return this.ownership.wrongClaims();
  }

  @HandlesRpc(contracts.createAdministrator)
  async create(
    input: RpcInput<typeof contracts.createAdministrator>,
  ): Promise<RpcOutput<typeof contracts.createAdministrator>> {
    return this.administrators.create(input);
  }

  @HandlesRpc(contracts.listAdministrators)
  async list(): Promise<RpcOutput<typeof contracts.listAdministrators>> {
    return this.administrators.list();
  }

  @HandlesRpc(contracts.setAdministratorActive)
  async setActive(
    input: RpcInput<typeof contracts.setAdministratorActive>,
  ): Promise<RpcOutput<typeof contracts.setAdministratorActive>> {
    return this.administrators.setActive(input);
  }

  @HandlesRpc(contracts.emailAdministratorLink)
  async emailLink(
    input: RpcInput<typeof contracts.emailAdministratorLink>,
  ): Promise<RpcOutput<typeof contracts.emailAdministratorLink>> {
    return this.administrators.emailLink(input);
  }

  @HandlesRpc(contracts.unlockAccount)
  async unlock(input: RpcInput<typeof contracts.unlockAccount>): Promise<RpcOutput<typeof contracts.unlockAccount>> {
    return this.unlockAccount.execute(input);
  }

  @HandlesRpc(contracts.forgetVersions)
  async forgetVersions(): Promise<RpcOutput<typeof contracts.forgetVersions>> {
    await this.republish.forgetVersions();
    return {};
  }

  @HandlesRpc(contracts.republishAccounts)
  async republishAccounts(
    input: RpcInput<typeof contracts.republishAccounts>,
  ): Promise<RpcOutput<typeof contracts.republishAccounts>> {
    return this.republish.accounts(input);
  }

  @HandlesRpc(contracts.resetSecondFactor)
  async reset(
    input: RpcInput<typeof contracts.resetSecondFactor>,
  ): Promise<RpcOutput<typeof contracts.resetSecondFactor>> {
    return this.administrators.resetSecondFactor(input);
  }
}
