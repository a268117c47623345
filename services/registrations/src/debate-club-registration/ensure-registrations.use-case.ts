import { Injectable } from '@nestjs/common';
import { ensureRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { KeepMembership } from '../member/keep-membership.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';
import { registrationOf } from './membership-registration.ts';

/**
 * Creates or repairs the registration of each membership from its latest state. Returns how many were missing, or hidden and
 * restored. Each runs in a transaction of its own, so a repeated call goes on where the first stopped.
 */
@Injectable()
export class EnsureRegistrations {
  constructor(
    private readonly transactor: Transactor,
    private readonly keepMembership: KeepMembership,
    private readonly members: MemberRepository,
    private readonly registrations: DebateClubRegistrationRepository,
  ) {}

  @Handles(ensureRegistrations)
  async execute({
    memberships,
    bringBackHidden,
  }: RpcInput<typeof ensureRegistrations>): Promise<RpcOutput<typeof ensureRegistrations>> {
    let made = 0;
    for (const published of memberships) {
      const isMade = await this.transactor.run(async (tx) => {
        await this.registrations.shareAdding(tx);
        const { membership } = await this.keepMembership.execute(tx, published);
        const isNew = await this.registrations.put(
          tx,
          registrationOf(membership, await this.members.accountOf(tx, membership)),
        );
        const isBack = bringBackHidden && (await this.registrations.bringBack(tx, membership.subscriptionId));
        return isNew || isBack;
      });
      if (isMade) made += 1;
    }
    return { made };
  }
}
