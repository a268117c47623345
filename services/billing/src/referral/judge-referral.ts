import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import type { Payment } from '../payment/payment.entity.ts';
import { CREDIT_TRANSITIONS } from './referral-credit.ts';
import type { Referral } from './referral.entity.ts';
import { ReferralRepository } from './referral.repository.ts';
import { settleCredits } from '../jobs.ts';

type Paid = Pick<Payment, 'invoiceId' | 'status' | 'amount' | 'paidAt'>;

/** The first payment above zero that went through, whether or not it was refunded since; of two in one second, the one that was not. */
export const firstPayment = (payments: readonly Paid[]): Paid | null =>
  payments
    .filter(({ status, amount }) => amount > 0 && (status === 'succeeded' || status === 'refunded'))
    .toSorted(
      (a, b) =>
        a.paidAt.getTime() - b.paidAt.getTime() || Number(a.status === 'refunded') - Number(b.status === 'refunded'),
    )[0] ?? null;

/** The provider counts in whole seconds. */
const isBefore = (paidAt: Date, instant: Date | null): boolean =>
  instant !== null && paidAt.getTime() < Math.floor(instant.getTime() / 1_000) * 1_000;

/**
 * Lets a person's referral follow their first payment: $50 fall due to both when it succeeds, and are withdrawn when it is refunded in
 * full. Works on the provider's present state, so neither order nor repetition of events matters.
 */
@Injectable()
export class JudgeReferral {
  constructor(
    private readonly referrals: ReferralRepository,
    private readonly accounts: AccountRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async of(tx: Transaction, refereeId: string, payments: readonly Paid[]): Promise<void> {
    const first = firstPayment(payments);
    if (first === null) return;
    const referral = await this.referrals.lockOfReferee(tx, refereeId);
    if (referral === null || referral.status === 'reversed') return;
    const now = this.clock.now();
    const isRefunded = first.status === 'refunded';
    if (referral.status === 'pending') {
      // A payment from before the code was given was claimed since, or the account moved to a mailbox that had been referred already.
      const emailKey = keyOf((await this.accounts.find(tx, refereeId))?.email ?? referral.refereeEmail);
      if (
        isBefore(first.paidAt, referral.registeredAt) ||
        (await this.referrals.hasEarned(tx, { emailKey, userId: refereeId }))
      )
        return this.referrals.remove(tx, referral.id);
      const firstPaymentId = first.invoiceId;
      // The account's present mailbox is the one that was referred.
      if (isRefunded)
        return this.referrals.note(tx, { ...referral, status: 'reversed', firstPaymentId, reversedAt: now }, emailKey);
      await this.referrals.note(tx, { ...referral, status: 'completed', firstPaymentId, creditedAt: now }, emailKey);
      const credit = { referralId: referral.id, amount: referral.creditAmount, status: 'due', createdAt: now } as const;
      await this.referrals.saveCredits(tx, [
        { ...credit, side: 'referee', userId: refereeId },
        { ...credit, side: 'referrer', userId: referral.referrerId },
      ]);
    } else {
      if (!isRefunded || first.invoiceId !== referral.firstPaymentId) return;
      await this.reverse(tx, referral);
    }
    tx.afterCommit(() => this.jobs.wake(settleCredits, {}, { key: 'wake' }));
  }

  /** Withdraws more of credits whose payment was refunded after invoices had used them, now that these invoices may have returned them. */
  async takeReturned(tx: Transaction, userId: string, invoiceIds: readonly string[]): Promise<void> {
    if (invoiceIds.length > 0 && (await this.referrals.reopenSpent(tx, userId, invoiceIds)))
      tx.afterCommit(() => this.jobs.wake(settleCredits, {}, { key: 'wake' }));
  }

  /**
   * Drops the referral of an account that the holder of its mailbox took over at `at`, with `sessionVersion`, if it was noted before: a
   * stranger may have noted it. A referral that a payment completed by then stays; one completed since, because the payment was processed
   * first, is reversed. Returns whether it is gone. Idempotent.
   */
  async drop(tx: Transaction, refereeId: string, sessionVersion: number, at: Date): Promise<boolean> {
    const referral = await this.referrals.lockOfReferee(tx, refereeId);
    if (referral === null || referral.sessionVersion >= sessionVersion || referral.status === 'reversed') return false;
    if (referral.status === 'pending') {
      await this.referrals.remove(tx, referral.id);
      return true;
    }
    if (referral.creditedAt !== null && referral.creditedAt >= at) {
      await this.reverse(tx, referral);
      tx.afterCommit(() => this.jobs.wake(settleCredits, {}, { key: 'wake' }));
    }
    return false;
  }

  private async reverse(tx: Transaction, referral: Referral): Promise<void> {
    await this.referrals.save(tx, { ...referral, status: 'reversed', reversedAt: this.clock.now() });
    const credits = await this.referrals.creditsOf(tx, referral.id);
    await this.referrals.saveCredits(
      tx,
      credits.map((credit) => ({ ...credit, status: CREDIT_TRANSITIONS[credit.status].refunded ?? credit.status })),
    );
  }
}
