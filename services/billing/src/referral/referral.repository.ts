import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, ILike, In, IsNull, MoreThan, Not } from 'typeorm';
import { referralCreditsChanged } from '@lectern/contracts/billing/events';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import { Payment } from '../payment/payment.entity.ts';
import { ReferralCredit } from './referral-credit.entity.ts';
import { CREDIT_TRANSITIONS } from './referral-credit.ts';
import { ReferralTotal } from './referral-total.entity.ts';
import { Referral } from './referral.entity.ts';

/** The key of a referred mailbox, which stays once its person is erased. */
const refereeKeyOf = (emailKey: string): string => createHash('sha256').update(`referral ${emailKey}`).digest('hex');

/** Cents that an account earned and kept, from credits that are owed or were granted. */
export const EARNED = `coalesce(sum(amount - returned_amount) FILTER (WHERE status <> 'dropped'), 0)::int`;

@Injectable()
export class ReferralRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Makes those who note a referral between these two wait for each other until the transaction ends: either could be the other's referrer. */
  async lockPair(tx: Transaction, one: string, other: string): Promise<void> {
    await lockKey(tx, `referral:${[one, other].sort().join(':')}`);
  }

  /** The referral of a referred person, locked until the transaction ends. */
  async lockOfReferee(tx: Transaction, refereeId: string): Promise<Referral | null> {
    return tx.manager.getRepository(Referral).findOne({ where: { refereeId }, lock: { mode: 'pessimistic_write' } });
  }

  /** The codes with which these customers' accounts joined, by customer id. In a transaction, or of what is committed where there is none. */
  async codesOf(
    tx: Transaction | null,
    customers: readonly Pick<Customer, 'id' | 'userId'>[],
  ): Promise<Map<string, string>> {
    const refereeIds = customers.flatMap(({ userId }) => (userId === null ? [] : [userId]));
    if (refereeIds.length === 0) return new Map();
    const referrals = await (tx?.manager ?? this.dataSource).getRepository(Referral).find({
      select: { refereeId: true, referralCode: true },
      where: { refereeId: In(refereeIds), referralCode: Not('') },
    });
    const byReferee = new Map(referrals.map(({ refereeId, referralCode }) => [refereeId, referralCode]));
    return new Map(
      customers.flatMap(({ id, userId }) =>
        byReferee.has(userId) && userId !== null ? [[id, byReferee.get(userId)!] as const] : [],
      ),
    );
  }

  /** Whether an account ever paid something for a membership, with any of its customers. */
  async hasPaid(tx: Transaction, userId: string): Promise<boolean> {
    return tx.manager
      .getRepository(Payment)
      .existsBy({ customer: { userId }, status: In(['succeeded', 'refunded']), amount: MoreThan(0) });
  }

  /** Whether a mailbox earned a referral with another account before. */
  async hasEarned(tx: Transaction, { emailKey, userId }: Pick<Customer, 'emailKey' | 'userId'>): Promise<boolean> {
    const earned = { status: Not('pending' as const), refereeId: Not(userId!) };
    // Rows from before there was the hash have the address.
    return tx.manager.getRepository(Referral).existsBy([
      { ...earned, refereeKey: refereeKeyOf(emailKey) },
      { ...earned, refereeKey: IsNull(), refereeEmail: ILike(emailKey.replace(/[\\%_]/g, '\\$&')) },
    ]);
  }

  /** Adds the referral of a mailbox, or writes what it becomes. */
  async note(tx: Transaction, referral: Partial<Referral>, emailKey: string): Promise<void> {
    await this.save(tx, { ...referral, refereeKey: refereeKeyOf(emailKey) });
  }

  async save(tx: Transaction, referral: Partial<Referral>): Promise<void> {
    await tx.manager.getRepository(Referral).save(referral);
  }

  /** Forgets a referral that is pending, which has no credits. */
  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(Referral, { id });
  }

  async creditsOf(tx: Transaction, referralId: string): Promise<ReferralCredit[]> {
    return tx.manager
      .getRepository(ReferralCredit)
      .find({ where: { referralId }, lock: { mode: 'pessimistic_write' }, order: { side: 'ASC' } });
  }

  /** The accounts that an account referred. */
  async refereesOf(tx: Transaction, referrerId: string): Promise<string[]> {
    const referrals = await tx.manager.getRepository(Referral).find({
      select: { refereeId: true },
      where: { referrerId, refereeId: Not(IsNull()) },
      order: { refereeId: 'ASC' },
    });
    return referrals.flatMap(({ refereeId }) => refereeId ?? []);
  }

  /** Erases personal data from a person's referrals: the friend's address, and the person's own address or code. */
  async erase(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.query(
      `UPDATE referrals SET referee_email = '', referral_code = CASE WHEN referrer_id = $1 THEN '' ELSE referral_code END
       WHERE referrer_id = $1 OR referee_id = $1`,
      [userId],
    );
    await tx.manager.query(
      `UPDATE outbox SET payload = payload - 'referralCode' WHERE payload ? 'referralCode'
       AND payload->>'userId' IN (SELECT referee_id::text FROM referrals WHERE referrer_id = $1)`,
      [userId],
    );
  }

  /** Drops credits that are owed to, or to be withdrawn from, erased accounts (`forgone`). */
  async dropOfErased(tx: Transaction): Promise<void> {
    await tx.manager.query(
      `UPDATE referral_credits SET status = 'dropped' WHERE status IN ('due', 'return_due')
       AND EXISTS (SELECT 1 FROM erased_accounts WHERE erased_accounts.user_id = referral_credits.user_id)`,
    );
  }

  /**
   * Credits that can be settled at the provider, because their account has a customer. Those that never failed first, then the oldest
   * failure.
   */
  async creditsDue(limit: number): Promise<ReferralCredit[]> {
    return this.dataSource
      .getRepository(ReferralCredit)
      .createQueryBuilder('credit')
      .where(`credit.status IN ('due', 'return_due')`)
      .andWhere(
        'EXISTS (SELECT 1 FROM customers WHERE customers.user_id = credit.user_id AND customers.erased_at IS NULL AND customers.lost_at IS NULL)',
      )
      .orderBy('credit.triedAt', 'ASC', 'NULLS FIRST')
      .addOrderBy('credit.createdAt', 'ASC')
      .addOrderBy('credit.id', 'ASC')
      .limit(limit)
      .getMany();
  }

  /** Whether an account has credit that was granted. */
  async hasGranted(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(ReferralCredit).existsBy({ userId, status: 'granted' });
  }

  /** An account's credits that are granted and not to be withdrawn, newest first, locked until the transaction ends. */
  async lockGranted(tx: Transaction, userId: string): Promise<ReferralCredit[]> {
    return tx.manager.getRepository(ReferralCredit).find({
      where: { userId, status: 'granted' },
      order: { createdAt: 'DESC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Lets others go before a credit that could not be settled. */
  async noteFailure(tx: Transaction, creditId: string, at: Date): Promise<void> {
    await tx.manager.update(ReferralCredit, { id: creditId }, { triedAt: at });
  }

  async findCredit(id: string): Promise<ReferralCredit | null> {
    return this.dataSource.getRepository(ReferralCredit).findOneBy({ id });
  }

  /**
   * Makes the spent part of an account's withdrawn credits due again, where invoices on which it was spent may have returned it. Answers
   * whether there was any. The account's total stays until it is withdrawn.
   */
  async reopenSpent(tx: Transaction, userId: string, invoiceIds: readonly string[]): Promise<boolean> {
    const { affected } = await tx.manager
      .createQueryBuilder()
      .update(ReferralCredit)
      .set({ status: CREDIT_TRANSITIONS.returned['came-back']! })
      .where(`user_id = :userId AND status = 'returned' AND returned_amount < amount AND spent_on && :invoiceIds`, {
        userId,
        invoiceIds,
      })
      .execute();
    return affected !== 0;
  }

  /** Saves credits and publishes the new total of each account that they belong to. */
  async saveCredits(tx: Transaction, credits: readonly Partial<ReferralCredit>[]): Promise<void> {
    const saved = await tx.manager.getRepository(ReferralCredit).save([...credits]);
    // In order, so that two transactions never wait for each other.
    for (const userId of [...new Set(saved.map((credit) => credit.userId))].sort()) await this.publishTotal(tx, userId);
  }

  /** Publishes totals of accounts as they are, by account after `after`. */
  async republish(tx: Transaction, after: string | null, limit: number): Promise<ReferralTotal[]> {
    const totals = await tx.manager.getRepository(ReferralTotal).find({
      where: after === null ? {} : { userId: MoreThan(after) },
      order: { userId: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    for (const { userId, version, totalCredits } of totals)
      await tx.publish(referralCreditsChanged, { userId, version, totalCredits });
    return totals;
  }

  private async publishTotal(tx: Transaction, userId: string): Promise<void> {
    // Adds up under the row's lock, so that the later of two transactions sees the earlier one's credits.
    await tx.manager.query(
      'INSERT INTO referral_totals (user_id, total_credits, version) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING',
      [userId],
    );
    const total = await tx.manager
      .getRepository(ReferralTotal)
      .findOneOrFail({ where: { userId }, lock: { mode: 'pessimistic_write' } });
    const [row] = await tx.manager.query<{ earned: number }[]>(
      `SELECT ${EARNED} AS earned FROM referral_credits WHERE user_id = $1`,
      [userId],
    );
    const totalCredits = row?.earned ?? 0;
    if (totalCredits === total.totalCredits) return;
    const version = total.version + 1;
    await tx.manager.update(ReferralTotal, { userId }, { totalCredits, version });
    await tx.publish(referralCreditsChanged, { userId, version, totalCredits });
  }
}
