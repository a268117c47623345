import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Admin } from './admin.entity.ts';

@Injectable()
export class AdminRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findByEmailKey(emailKey: string): Promise<Admin | null> {
    return this.dataSource.getRepository(Admin).findOneBy({ emailKey });
  }

  async findById(id: string): Promise<Admin | null> {
    return this.dataSource.getRepository(Admin).findOneBy({ id });
  }

  async recordLogin(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.manager.update(Admin, { id }, { lastLoginAt: at });
  }

  /** Keeps a new administrator, unless the address has one. Answers whether it was new. */
  async addIfMissing(tx: Transaction, admin: Pick<Admin, 'email' | 'emailKey' | 'name' | 'passwordHash' | 'createdAt'>): Promise<boolean> {
    const result = await tx.manager.createQueryBuilder().insert().into(Admin).values(admin).orIgnore().returning('id').execute();
    return (result.raw as unknown[]).length > 0;
  }
}
