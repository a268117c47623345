import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { LinkPurpose } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { LinkRequest } from './link-request.entity.ts';

@Injectable()
export class LinkRequestRepository {
  async add(tx: Transaction, request: Omit<LinkRequest, 'id' | 'user'> & { id?: string }): Promise<void> {
    await tx.manager.insert(LinkRequest, request);
  }

  /** The longest open request, locked until the transaction ends; others look past it. */
  async lockNext(tx: Transaction): Promise<LinkRequest | null> {
    return tx.manager
      .getRepository(LinkRequest)
      .createQueryBuilder('request')
      .where('request.answeredAt IS NULL')
      .orderBy('request.requestedAt')
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async answered(tx: Transaction, id: string, at: Date, hasLetter: boolean): Promise<void> {
    await tx.manager.update(LinkRequest, { id }, { answeredAt: at, hasLetter });
  }

  /** How many letters of a purpose an address was sent since then. */
  async lettersTo(tx: Transaction, emailKey: string, purpose: LinkPurpose, since: Date): Promise<number> {
    return tx.manager.countBy(LinkRequest, { emailKey, purpose, hasLetter: true, answeredAt: MoreThan(since) });
  }

  /** How many letters of a purpose an account had sent since then, to whatever address. */
  async lettersOf(tx: Transaction, userId: string, purpose: LinkPurpose, since: Date): Promise<number> {
    return tx.manager.countBy(LinkRequest, { userId, purpose, hasLetter: true, answeredAt: MoreThan(since) });
  }

  /** Makes whoever answers a request for this address wait until the transaction ends, or waits for them. */
  async lockOf(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.getRepository(LinkRequest).find({ where: { emailKey }, order: { requestedAt: 'ASC', id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Forgets every request for an address. */
  async removeOf(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.delete(LinkRequest, { emailKey });
  }

  /** Forgets requests that were answered before then. */
  async prune(tx: Transaction, before: Date): Promise<void> {
    await tx.manager.createQueryBuilder().delete().from(LinkRequest).where('answeredAt < :before', { before }).execute();
  }
}
