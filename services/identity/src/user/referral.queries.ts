import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { findReferrer, getReferralCode } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { referralCodeAsStored } from './referral-code.ts';
import { UserRepository } from './user.repository.ts';

/** Referrers and their codes. Billing keeps the earnings of a referral. */
@Injectable()
export class ReferralQueries {
  constructor(private readonly users: UserRepository) {}

  /** The account whose code this is, in any letter case; `null` for an unknown code and for a deactivated account's. */
  @Handles(findReferrer)
  async referrerOf({ code }: RpcInput<typeof findReferrer>): Promise<RpcOutput<typeof findReferrer>> {
    const user = await this.users.findByReferralCode(referralCodeAsStored(code));
    if (user === null || user.deactivatedAt !== null) return null;
    return { userId: user.id, firstName: user.firstName, emailKey: user.emailKey };
  }

  /** The account's own code; `not_found` for an unknown account. */
  @Handles(getReferralCode)
  async codeOf({ userId }: RpcInput<typeof getReferralCode>): Promise<RpcOutput<typeof getReferralCode>> {
    const user = await this.users.findById(userId);
    if (user === null) throw new DomainError('not_found');
    return { referralCode: user.referralCode };
  }
}
