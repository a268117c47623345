import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { ReferralRepository } from './referral.repository.ts';

/** Cents for each of the two (specification, section 9). */
export const REFERRAL_CREDIT = 5_000;

interface Noted {
  readonly referrerId: string;
  readonly code: string;
  /** Of the referee's account, when the code was given. An older gateway leaves it out. */
  readonly sessionVersion?: number | undefined;
}

/** Records who referred a person, until the first payment decides. Called under the account's lock, so that its events wait meanwhile. */
@Injectable()
export class NoteReferral {
  constructor(
    private readonly transactor: Transactor,
    private readonly referrals: ReferralRepository,
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The latest code before the first payment counts; afterwards nothing changes any more. A mailbox that earned a referral before, with an
   * account that is deleted or has moved, earns nothing, and neither does a code of a session that has ended. Idempotent.
   * @throws DomainError `referral_invalid` for a person's own code, or that of a person they referred
   */
  async of(customer: Customer, referral: Noted): Promise<void> {
    const refereeId = customer.userId;
    if (refereeId === null || refereeId === referral.referrerId) throw referralInvalid();
    await this.transactor.run(async (tx) => {
      const currentSessionVersion = (await this.accounts.find(tx, refereeId))?.sessionVersion ?? 0;
      const sessionVersion = referral.sessionVersion ?? currentSessionVersion;
      if (sessionVersion < currentSessionVersion) return;
      await this.referrals.lockPair(tx, refereeId, referral.referrerId);
      if ((await this.referrals.lockOfReferee(tx, referral.referrerId))?.referrerId === refereeId)
        throw referralInvalid();
      const known = await this.referrals.lockOfReferee(tx, refereeId);
      if (known !== null && known.status !== 'pending') return;
      if ((await this.referrals.hasPaid(tx, refereeId)) || (await this.referrals.hasEarned(tx, customer))) return;
      const noted = {
        ...known,
        referrerId: referral.referrerId,
        refereeId,
        refereeEmail: customer.email,
        referralCode: referral.code,
        sessionVersion,
        status: 'pending' as const,
        creditAmount: REFERRAL_CREDIT,
        registeredAt: known?.registeredAt ?? this.clock.now(),
        createdAt: known?.createdAt ?? this.clock.now(),
      };
      await this.referrals.note(tx, noted, customer.emailKey);
    });
  }
}

const referralInvalid = (): DomainError =>
  new DomainError('referral_invalid', { fields: { referralCode: 'Invalid referral code' } });
