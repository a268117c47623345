import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffPolicy as StaffPolicyAnswer } from '@lectern/contracts/identity/administrator';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { StaffPolicy } from './staff-policy.entity.ts';

@Injectable()
export class StaffPolicyRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async read(tx?: Transaction): Promise<StaffPolicyAnswer> {
    const row = await (tx?.manager ?? this.dataSource.manager).findOneBy(StaffPolicy, { id: true });
    return { secondFactorRoles: row?.secondFactorRoles ?? [], version: row?.version ?? 1 };
  }

  async write(tx: Transaction, policy: StaffPolicyAnswer): Promise<void> {
    await tx.manager.upsert(StaffPolicy, { id: true, ...policy }, ['id']);
  }
}
