import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource } from 'typeorm';
import { StaffMembershipAction } from './staff-membership-action.entity.ts';

@Injectable()
export class MembershipActionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async find(id: string): Promise<StaffMembershipAction | null> {
    return this.dataSource.manager.findOneBy(StaffMembershipAction, { id });
  }

  async add(tx: Transaction, action: Omit<StaffMembershipAction, 'customer'>): Promise<void> {
    await tx.manager.insert(StaffMembershipAction, action);
  }

  async finish(tx: Transaction, id: string, doneAt: Date): Promise<void> {
    await tx.manager.update(StaffMembershipAction, { id }, { doneAt });
  }

  /** Removes one that was refused: nothing was done. */
  async drop(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(StaffMembershipAction, { id });
  }

  async eraseReasons(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.update(StaffMembershipAction, { customerId }, { reason: null });
  }
}
