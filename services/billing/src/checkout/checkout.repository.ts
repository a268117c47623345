import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Checkout } from './checkout.entity.ts';

@Injectable()
export class CheckoutRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findBySession(sessionId: string): Promise<Checkout | null> {
    return this.dataSource.getRepository(Checkout).findOneBy({ sessionId });
  }

  /** The one that may still be paid, of this person. */
  async pendingOf(emailKey: string): Promise<Checkout | null> {
    return this.dataSource.getRepository(Checkout).findOneBy({ emailKey, status: In(['opening', 'open']) });
  }

  async save(tx: Transaction, checkout: Checkout): Promise<void> {
    await tx.manager.save(Checkout, checkout);
  }
}
