import { Inject, Injectable } from '@nestjs/common';
import { claimsGranted } from '@lectern/contracts/identity/events';
import type { ClaimKind } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource, IsNull } from 'typeorm';
import type { User } from '../user/user.entity.ts';
import { Claim } from './claim.entity.ts';

type Subject = Pick<Claim, 'kind' | 'subjectId'>;
type Addressed = Pick<Claim, 'kind' | 'subjectId' | 'emailKey'>;

/** Callers that write here hold the lock of the address (`UserRepository.lockAddress`), so that mailbox and claim never miss each other. */
@Injectable()
export class ClaimRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Saves a claim; or its corrected address, while no account has it; or only the account that it is `refusedTo`. Returns its present
   * state. Idempotent.
   */
  async put(
    tx: Transaction,
    claim: Addressed & Pick<Claim, 'madeAt'> & { readonly refusedTo?: string | undefined },
  ): Promise<Claim> {
    await tx.manager.query(
      `INSERT INTO claims (kind, subject_id, email_key, made_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (kind, subject_id) DO UPDATE SET email_key = excluded.email_key, user_id = NULL, granted_by = NULL
       WHERE claims.user_id IS NULL OR claims.user_id = $5`,
      [claim.kind, claim.subjectId, claim.emailKey, claim.madeAt, claim.refusedTo ?? null],
    );
    return tx.manager.findOneByOrFail(Claim, { kind: claim.kind, subjectId: claim.subjectId });
  }

  /** Gives all claims of a verified mailbox to its holder, and publishes that. Claims of other accounts stay theirs. */
  async grantMailbox(tx: Transaction, user: Pick<User, 'id' | 'emailKey'>): Promise<void> {
    const [granted] = await tx.manager.query<[{ kind: ClaimKind; subject_id: string }[], number]>(
      `UPDATE claims SET user_id = $1, granted_by = 'mailbox' WHERE email_key = $2 AND user_id IS NULL RETURNING kind, subject_id`,
      [user.id, user.emailKey],
    );
    // The account's claims by its own payment now belong to its mailbox as well.
    await tx.manager.query(`UPDATE claims SET granted_by = 'mailbox' WHERE user_id = $1 AND email_key = $2`, [
      user.id,
      user.emailKey,
    ]);
    await this.publish(
      tx,
      granted.map(({ kind, subject_id }) => ({ kind, subjectId: subject_id, emailKey: user.emailKey })),
      user.id,
    );
  }

  /** Gives claims of a merged mailbox to the account that staff merged it into, whatever its mailbox is by now. Claims of other accounts stay theirs. */
  async grantMerged(tx: Transaction, claims: readonly Subject[], user: Pick<User, 'id'>): Promise<void> {
    for (const { kind, subjectId } of claims) {
      const { affected } = await tx.manager.update(
        Claim,
        { kind, subjectId, userId: IsNull() },
        { userId: user.id, grantedBy: 'mailbox' },
      );
      // Without the mailbox of the claim: what it is about gets that of the account.
      if (affected === 1) await tx.publish(claimsGranted, { claims: [{ kind, subjectId, userId: user.id }] });
    }
  }

  /** Gives a claim to the account that paid for it. Answers `false` where another account has it. */
  async grantPayment(tx: Transaction, { kind, subjectId }: Subject, userId: string): Promise<boolean> {
    const claim = await tx.manager.findOneByOrFail(Claim, { kind, subjectId });
    if (claim.userId !== null && claim.userId !== userId) return false;
    await tx.manager.update(Claim, { kind, subjectId, userId: IsNull() }, { userId, grantedBy: 'payment' });
    await this.publish(tx, [claim], userId);
    return true;
  }

  /** Publishes the owner of claims. Repeating it is harmless: an event may have been lost with the one that asked. */
  async publish(tx: Transaction, claims: readonly Addressed[], userId: string): Promise<void> {
    if (claims.length > 0)
      await tx.publish(claimsGranted, {
        claims: claims.map(({ kind, subjectId, emailKey }) => ({ kind, subjectId, userId, emailKey })),
      });
  }

  /** Whether an account has something by its payment alone, for a mailbox that it has not verified. */
  async hasUnverified(tx: Transaction | null, userId: string): Promise<boolean> {
    return (tx?.manager ?? this.dataSource.manager).existsBy(Claim, { userId, grantedBy: 'payment' });
  }

  /**
   * Whether something was paid for the mailbox of an account that has not verified it: it waits for the holder, or the account got it by the
   * payment alone. In a transaction, or of what is committed where there is none.
   */
  async wasPaidFor(tx: Transaction | null, { id, emailKey }: Pick<User, 'id' | 'emailKey'>): Promise<boolean> {
    return (tx?.manager ?? this.dataSource.manager).existsBy(Claim, [
      { emailKey, userId: IsNull() },
      { userId: id, grantedBy: 'payment' },
    ]);
  }

  /** Whether anyone paid for this address as a guest, regardless of the claim's present owner. */
  async hasCustomer(tx: Transaction, emailKey: string): Promise<boolean> {
    return tx.manager.existsBy(Claim, { kind: 'customer', emailKey });
  }

  /** Whether someone paid for a membership of this address that is open and unclaimed. */
  async hasOpenMembership(tx: Transaction, emailKey: string): Promise<boolean> {
    const [row] = await tx.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT 1 FROM claims JOIN memberships ON memberships.customer_id = claims.subject_id
         WHERE claims.kind = 'customer' AND claims.email_key = $1 AND claims.user_id IS NULL AND memberships.access) AS found`,
      [emailKey],
    );
    return row.found;
  }

  /** Forgets what an account has, and what waits for its verified mailbox (null without one). */
  async removeOf(tx: Transaction, userId: string, verifiedKey: string | null): Promise<void> {
    await tx.manager.query('DELETE FROM claims WHERE user_id = $1 OR user_id IS NULL AND email_key = $2', [
      userId,
      verifiedKey,
    ]);
  }
}
