import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { EndedSession } from './ended-session.entity.ts';

/** The condition that the token `:tokenId` was not signed out. */
export const isNotEnded = <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>): string =>
  `NOT EXISTS ${rows.subQuery().select('1').from(EndedSession, 'ended').where('ended.tokenId = :tokenId').getQuery()}`;

@Injectable()
export class EndedSessionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Stores a token as ended until it would have expired. Idempotent. */
  async add(tx: Transaction, tokenId: string, expiresAt: Date): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(EndedSession)
      .values({ tokenId, expiresAt })
      .orIgnore()
      .execute();
  }

  /** Removes tokens that have expired. */
  async prune(now: Date): Promise<void> {
    await this.dataSource.createQueryBuilder().delete().from(EndedSession).where('expiresAt < :now', { now }).execute();
  }
}
