import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/administrator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChooseAdminPassword } from './choose-admin-password.use-case.ts';
import { ManageAdministrators } from './manage-administrators.use-case.ts';

@Controller()
export class AdministratorRpc {
  constructor(
    private readonly administrators: ManageAdministrators,
    private readonly choosePassword: ChooseAdminPassword,
  ) {}

  @HandlesRpc(contracts.listAllAdministrators)
  async list(): Promise<RpcOutput<typeof contracts.listAllAdministrators>> {
    return this.administrators.list();
  }

  @HandlesRpc(contracts.inviteAdministrator)
  async invite(
    input: RpcInput<typeof contracts.inviteAdministrator>,
  ): Promise<RpcOutput<typeof contracts.inviteAdministrator>> {
    return this.administrators.invite(input);
  }

  @HandlesRpc(contracts.switchAdministrator)
  async switch(
    input: RpcInput<typeof contracts.switchAdministrator>,
  ): Promise<RpcOutput<typeof contracts.switchAdministrator>> {
    return this.administrators.switch(input);
  }

  @HandlesRpc(contracts.chooseAdminPassword)
  async choose(
    input: RpcInput<typeof contracts.chooseAdminPassword>,
  ): Promise<RpcOutput<typeof contracts.chooseAdminPassword>> {
    return this.choosePassword.execute(input);
  }
}
