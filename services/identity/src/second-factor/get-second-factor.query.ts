import { Injectable } from '@nestjs/common';
import type { SecondFactorState } from '@lectern/contracts/identity/second-factor';
import { getSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { SecondFactorRepository } from './second-factor.repository.ts';

/** Since when an administrator's second factor is on, and how many recovery codes are left of it. */
@Injectable()
export class GetSecondFactor {
  constructor(private readonly factors: SecondFactorRepository) {}

  @Handles(getSecondFactor)
  async execute({ adminId }: RpcInput<typeof getSecondFactor>): Promise<SecondFactorState> {
    const [factor, recoveryCodesLeft] = await Promise.all([
      this.factors.find(adminId),
      this.factors.countRecoveryCodes(adminId),
    ]);
    return { enabledAt: factor?.enabledAt?.toISOString() ?? null, recoveryCodesLeft };
  }
}
