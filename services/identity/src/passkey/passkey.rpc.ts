import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/passkey-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { LoginByPasskey } from './login-by-passkey.use-case.ts';
import { ManagePasskeys } from './manage-passkeys.use-case.ts';
import { WebAuthn } from './webauthn.ts';

@Controller()
export class PasskeyRpc {
  constructor(
    private readonly passkeys: ManagePasskeys,
    private readonly login: LoginByPasskey,
    private readonly webAuthn: WebAuthn,
  ) {}

  @HandlesRpc(contracts.listPasskeys)
  async list({ adminId }: RpcInput<typeof contracts.listPasskeys>): Promise<RpcOutput<typeof contracts.listPasskeys>> {
    return this.passkeys.list(adminId);
  }

  @HandlesRpc(contracts.beginPasskey)
  async begin(input: RpcInput<typeof contracts.beginPasskey>): Promise<RpcOutput<typeof contracts.beginPasskey>> {
    return this.passkeys.begin(input);
  }

  @HandlesRpc(contracts.addPasskey)
  async add(input: RpcInput<typeof contracts.addPasskey>): Promise<RpcOutput<typeof contracts.addPasskey>> {
    return this.passkeys.add(input);
  }

  @HandlesRpc(contracts.removePasskey)
  async remove(input: RpcInput<typeof contracts.removePasskey>): Promise<RpcOutput<typeof contracts.removePasskey>> {
    await this.passkeys.remove(input);
    return {};
  }

  @HandlesRpc(contracts.beginPasskeyLogin)
  async beginLogin(): Promise<RpcOutput<typeof contracts.beginPasskeyLogin>> {
    return this.webAuthn.request();
  }

  @HandlesRpc(contracts.loginByPasskey)
  async loginByPasskey(
    input: RpcInput<typeof contracts.loginByPasskey>,
  ): Promise<RpcOutput<typeof contracts.loginByPasskey>> {
    return this.login.execute(input);
  }
}
