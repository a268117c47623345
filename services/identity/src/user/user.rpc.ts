import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReferralQueries } from './referral.queries.ts';
import { RegisterAccount } from './register-account.use-case.ts';

@Controller()
export class UserRpc {
  constructor(
    private readonly registerAccount: RegisterAccount,
    private readonly referrals: ReferralQueries,
  ) {}

  @HandlesRpc(contracts.registerAccount)
  async register(input: RpcInput<typeof contracts.registerAccount>): Promise<RpcOutput<typeof contracts.registerAccount>> {
    return this.registerAccount.execute(input);
  }

  @HandlesRpc(contracts.findReferrer)
  async findReferrer({ code }: RpcInput<typeof contracts.findReferrer>): Promise<RpcOutput<typeof contracts.findReferrer>> {
    return this.referrals.referrerOf(code);
  }

  @HandlesRpc(contracts.getReferralCode)
  async getReferralCode({ userId }: RpcInput<typeof contracts.getReferralCode>): Promise<RpcOutput<typeof contracts.getReferralCode>> {
    return this.referrals.codeOf(userId);
  }
}
