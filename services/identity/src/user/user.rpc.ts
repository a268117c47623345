import { Controller } from '@nestjs/common';
import { registerAccount } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RegisterAccount } from './register-account.use-case.ts';

@Controller()
export class UserRpc {
  constructor(private readonly registerAccount: RegisterAccount) {}

  @HandlesRpc(registerAccount)
  async register(input: RpcInput<typeof registerAccount>): Promise<RpcOutput<typeof registerAccount>> {
    return this.registerAccount.execute(input);
  }
}
