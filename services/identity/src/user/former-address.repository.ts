import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { FormerAddress } from './former-address.entity.ts';

@Injectable()
export class FormerAddressRepository {
  /** The account leaves this verified address. */
  async add(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    await tx.manager.upsert(FormerAddress, { emailKey, userId }, ['emailKey']);
  }

  /** An account has verified the address. */
  async remove(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.delete(FormerAddress, { emailKey });
  }

  async of(tx: Transaction, userId: string): Promise<string[]> {
    const rows = await tx.manager.findBy(FormerAddress, { userId });
    return rows.map(({ emailKey }) => emailKey);
  }
}
