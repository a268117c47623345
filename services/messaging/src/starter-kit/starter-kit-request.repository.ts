import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { StarterKitRequest } from './starter-kit-request.entity.ts';

@Injectable()
export class StarterKitRequestRepository {
  /** Adds a request and fills in its id. */
  async add(tx: Transaction, request: Omit<StarterKitRequest, 'id' | 'userId'>): Promise<StarterKitRequest> {
    return tx.manager.getRepository(StarterKitRequest).save(Object.assign(new StarterKitRequest(), request));
  }

  /** Whether an email was written to this address after that instant. */
  async isEmailedSince(tx: Transaction, emailKey: string, since: Date): Promise<boolean> {
    return tx.manager
      .getRepository(StarterKitRequest)
      .existsBy({ emailKey, isEmailed: true, requestedAt: MoreThan(since) });
  }
}
