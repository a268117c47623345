import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { CancellationOffer } from './cancellation-offer.entity.ts';
import { OfferSetting } from './offer-setting.entity.ts';

const VERSIONS_MAX = 20;

@Injectable()
export class CancellationOfferRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first; empty before anybody set one. */
  async settings(tx: Transaction | null = null): Promise<OfferSetting[]> {
    return (tx?.manager ?? this.dataSource)
      .getRepository(OfferSetting)
      .find({ order: { version: 'DESC' }, take: VERSIONS_MAX });
  }

  async addSetting(tx: Transaction, setting: OfferSetting): Promise<void> {
    await tx.manager.insert(OfferSetting, setting);
  }

  /** Whether an account got an offer after an instant, as whichever of its customers. Others that ask the same wait until the transaction ends. */
  async wasOffered(tx: Transaction, userId: string, after: Date): Promise<boolean> {
    await lockKey(tx, `cancellation-offer:${userId}`);
    return (
      (await tx.manager
        .createQueryBuilder(CancellationOffer, 'offer')
        .innerJoin('customers', 'customer', 'customer.id = offer.customer_id')
        .where('customer.user_id = :userId AND offer.offered_at > :after', { userId, after })
        .getCount()) > 0
    );
  }

  async add(tx: Transaction, offer: Omit<CancellationOffer, 'id'>): Promise<CancellationOffer> {
    return tx.manager.save(CancellationOffer, Object.assign(new CancellationOffer(), offer));
  }

  async ofUser(userId: string, id: string): Promise<CancellationOffer | null> {
    return this.dataSource
      .createQueryBuilder(CancellationOffer, 'offer')
      .innerJoin('customers', 'customer', 'customer.id = offer.customer_id')
      .where('customer.user_id = :userId AND offer.id = :id', { userId, id })
      .getOne();
  }

  async eraseComments(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.update(CancellationOffer, { customerId }, { comment: null });
  }

  async accept(id: string, acceptedAt: Date): Promise<void> {
    await this.dataSource.manager.update(CancellationOffer, { id, acceptedAt: IsNull() }, { acceptedAt });
  }
}
