import { Controller } from '@nestjs/common';
import { getReferralSummary } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReferralRepository } from './referral.repository.ts';

@Controller()
export class ReferralRpc {
  constructor(private readonly referrals: ReferralRepository) {}

  @HandlesRpc(getReferralSummary)
  async summary(input: RpcInput<typeof getReferralSummary>): Promise<RpcOutput<typeof getReferralSummary>> {
    return this.referrals.summaryOf(input.userId);
  }
}
