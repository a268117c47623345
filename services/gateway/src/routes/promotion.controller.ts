import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/http';
import * as billing from '@lectern/contracts/billing/rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Promo codes and referrals. */
@Controller()
export class PromotionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  @Serves(http.validatePromo)
  async validatePromo({ body }: Call<typeof http.validatePromo>) {
    return this.rpc.call(billing.validatePromo, body);
  }

  @Serves(http.validateReferral)
  async validateReferral({ params }: Call<typeof http.validateReferral>) {
    const referrer = await this.rpc.call(identity.findReferrer, { code: params.code });
    return referrer === null ? { valid: false } : { valid: true, referrerName: referrer.firstName };
  }

  @Serves(http.getReferralCode)
  async myCode({ caller }: Call<typeof http.getReferralCode>) {
    const userId = caller.member.id;
    const [{ referralCode }, summary] = await Promise.all([
      this.rpc.call(identity.getReferralCode, { userId }),
      this.rpc.call(billing.getReferralSummary, { userId }),
    ]);
    return { referralCode, shareUrl: this.returnAddress.of(`/register?ref=${referralCode}`), ...summary };
  }
}
