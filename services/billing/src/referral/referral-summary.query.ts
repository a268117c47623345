import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { getReferralSummary } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EARNED } from './referral.repository.ts';

type Summary = RpcOutput<typeof getReferralSummary>;

@Injectable()
export class ReferralSummary {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(getReferralSummary)
  async execute({ userId }: RpcInput<typeof getReferralSummary>): Promise<Summary> {
    const [row] = await this.dataSource.query<Summary[]>(
      `SELECT (SELECT count(*)::int FROM referrals WHERE referrer_id = $1 AND status <> 'reversed') AS "totalReferrals",
              (SELECT count(*)::int FROM referrals WHERE referrer_id = $1 AND status = 'completed') AS "completedReferrals",
              (SELECT ${EARNED} FROM referral_credits WHERE user_id = $1) AS "totalCredits"`,
      [userId],
    );
    return row ?? { totalReferrals: 0, completedReferrals: 0, totalCredits: 0 };
  }
}
