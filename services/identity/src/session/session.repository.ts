import { Inject, Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { TokenClaims } from '@lectern/contracts/identity/rpc';
import { isForeignKeyViolation } from '@lectern/service-kit/database/postgres-error';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { EndedSession } from '../ended-session/ended-session.entity.ts';
import { Session } from './session.entity.ts';

/** Members and administrators are never the same row. */
export type Audience = 'member' | 'admin';

/** The record of a token, written when the token is issued. */
export type NewSession = Pick<
  Session,
  'tokenId' | 'sessionVersion' | 'client' | 'startedAt' | 'lastSeenOn' | 'expiresAt' | 'isNewDevice'
>;

const holder = (audience: Audience, id: string): { userId: string } | { adminId: string } =>
  audience === 'member' ? { userId: id } : { adminId: id };

@Injectable()
export class SessionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Throws `token_invalid` where the account was deleted meanwhile. */
  async add(tx: Transaction, audience: Audience, accountId: string, session: NewSession): Promise<void> {
    try {
      await tx.manager.insert(Session, { ...session, ...holder(audience, accountId) });
      await this.noteSeen(tx, audience, accountId, session.lastSeenOn);
    } catch (error) {
      throw isForeignKeyViolation(error) ? new DomainError('token_invalid') : error;
    }
  }

  /** Sessions whose token is still valid as far as the session shows: not signed out, not expired, not of an earlier password. */
  async ofHolder(audience: Audience, { subject, sessionVersion }: TokenClaims, now: Date): Promise<Session[]> {
    const rows = this.dataSource.getRepository(Session).createQueryBuilder('session').where(holder(audience, subject));
    const isEnded = rows
      .subQuery()
      .select('1')
      .from(EndedSession, 'ended')
      .where('ended.tokenId = session.tokenId')
      .getQuery();
    return rows
      .andWhere('session.sessionVersion = :sessionVersion AND session.expiresAt > :now', { sessionVersion, now })
      .andWhere(`NOT EXISTS ${isEnded}`)
      .orderBy({ 'session.lastSeenOn': 'DESC', 'session.startedAt': 'DESC' })
      .getMany();
  }

  /**
   * Removes one of the account's sessions from the list and answers it; null where it has none of this id (any more). Of several concurrent
   * calls one gets it.
   */
  async take(
    tx: Transaction,
    audience: Audience,
    accountId: string,
    tokenId: string,
  ): Promise<{ expiresAt: Date } | null> {
    const column = audience === 'member' ? 'user_id' : 'admin_id';
    const [[row]] = await tx.manager.query<[({ expires_at: Date } | undefined)[], number]>(
      `DELETE FROM sessions WHERE token_id = $1 AND ${column} = $2 RETURNING expires_at`,
      [tokenId, accountId],
    );
    return row === undefined ? null : { expiresAt: row.expires_at };
  }

  /**
   * How many of an account's open sessions began in a new browser since then. Another transaction that counts them waits until this one
   * ends.
   */
  async countNewDevices(tx: Transaction, audience: Audience, accountId: string, since: Date): Promise<number> {
    await lockKey(tx, `new-device:${accountId}`);
    return tx.manager.countBy(Session, {
      ...holder(audience, accountId),
      isNewDevice: true,
      startedAt: MoreThan(since),
    });
  }

  /** The session of this id whose holder was emailed; null where there is none (any more). */
  async findReported(tx: Transaction, tokenId: string): Promise<Session | null> {
    return tx.manager.findOneBy(Session, { tokenId, isNewDevice: true });
  }

  /** Saves the link by which a session ends; false where there is none of this id (any more). */
  async keepEnding(tx: Transaction, tokenId: string, endingHash: string): Promise<boolean> {
    const kept = await tx.manager.update(Session, { tokenId }, { endingHash });
    return kept.affected === 1;
  }

  /**
   * Removes the session that a link ends from the list and answers it; null where there is none (any more). Of several concurrent calls one
   * gets it.
   */
  async takeByEnding(
    tx: Transaction,
    endingHash: string,
  ): Promise<{ tokenId: string; audience: Audience; expiresAt: Date } | null> {
    const [[row]] = await tx.manager.query<
      [({ token_id: string; user_id: string | null; expires_at: Date } | undefined)[], number]
    >('DELETE FROM sessions WHERE ending_hash = $1 RETURNING token_id, user_id, expires_at', [endingHash]);
    return row === undefined
      ? null
      : { tokenId: row.token_id, audience: row.user_id === null ? 'admin' : 'member', expiresAt: row.expires_at };
  }

  /** Removes all sessions of an account, whose tokens ended otherwise. */
  async forgetAll(tx: Transaction, audience: Audience, accountId: string): Promise<void> {
    await tx.manager.delete(Session, holder(audience, accountId));
  }

  /** Records the day of a use, and a token that was issued before sessions were kept. Idempotent; the day never goes back. */
  async noteUse(
    tx: Transaction,
    audience: Audience,
    accountId: string,
    session: Omit<NewSession, 'isNewDevice'>,
  ): Promise<void> {
    const { tokenId, sessionVersion, client, startedAt, lastSeenOn, expiresAt } = session;
    const column = audience === 'member' ? 'user_id' : 'admin_id';
    await tx.manager.query(
      `INSERT INTO sessions (token_id, ${column}, session_version, client, started_at, last_seen_on, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (token_id) DO UPDATE SET last_seen_on = EXCLUDED.last_seen_on WHERE sessions.last_seen_on < EXCLUDED.last_seen_on`,
      [tokenId, accountId, sessionVersion, client, startedAt, lastSeenOn, expiresAt],
    );
    await this.noteSeen(tx, audience, accountId, lastSeenOn);
  }

  /** An account keeps the day when its sessions are gone. It never goes back. */
  private async noteSeen(tx: Transaction, audience: Audience, accountId: string, day: string): Promise<void> {
    if (audience !== 'member') return;
    await tx.manager.query(
      'UPDATE users SET last_seen_on = $2 WHERE id = $1 AND (last_seen_on IS NULL OR last_seen_on < $2)',
      [accountId, day],
    );
  }

  /** Removes sessions whose token has expired. */
  async prune(now: Date): Promise<void> {
    await this.dataSource.createQueryBuilder().delete().from(Session).where('expiresAt < :now', { now }).execute();
  }
}
