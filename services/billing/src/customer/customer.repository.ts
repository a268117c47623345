import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Customer } from './customer.entity.ts';

@Injectable()
export class CustomerRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ id });
  }

  async findByEmailKey(emailKey: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ emailKey });
  }

  async findByUser(userId: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ userId });
  }

  async save(tx: Transaction, customer: Partial<Customer> & Pick<Customer, 'id'>): Promise<void> {
    await tx.manager.save(Customer, customer);
  }
}
