import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type FindOptionsWhere, In, IsNull, MoreThan, Not } from 'typeorm';
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

  /** The customer, locked until the transaction ends. Taken before any subscription's lock. */
  async lockById(tx: Transaction, id: string): Promise<Customer | null> {
    return tx.manager.getRepository(Customer).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The account's customer, else the unbound one of its address; locked until the transaction ends. */
  async lockOfAccount(tx: Transaction, userId: string, emailKey: string): Promise<Customer | null> {
    const customers = tx.manager.getRepository(Customer);
    const lock = { mode: 'pessimistic_write' } as const;
    return (await customers.findOne({ where: { userId }, lock })) ?? customers.findOne({ where: { emailKey, userId: IsNull() }, lock });
  }

  async isTaken(tx: Transaction, emailKey: string): Promise<boolean> {
    return tx.manager.getRepository(Customer).existsBy({ emailKey });
  }

  /** Every customer's id after `after`, in order, at most `limit`. */
  async idsAfter(after: string, limit: number): Promise<string[]> {
    const found = await this.dataSource.getRepository(Customer).find({ select: { id: true }, where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** Every customer of a person: the account's, and the unbound one of an address that is proven to be theirs. Locked until the transaction ends. */
  async lockAllOf(tx: Transaction, userId: string, provenEmailKey: string | null): Promise<Customer[]> {
    const where = [{ userId }, ...(provenEmailKey === null ? [] : [{ emailKey: provenEmailKey, userId: IsNull() }])];
    return tx.manager.getRepository(Customer).find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** The account's customer and that of the address, the account's first. At most two. */
  async allKnownAs(userId: string | null, emailKey: string): Promise<Customer[]> {
    const found = await this.dataSource.getRepository(Customer).find({ where: [{ emailKey }, ...(userId === null ? [] : [{ userId }])], order: { createdAt: 'DESC' } });
    return found.sort((one, other) => Number(other.userId === userId && userId !== null) - Number(one.userId === userId && userId !== null));
  }

  /** Ids of customers whom the provider knows by an old name or address, at most `limit`. */
  async untold(limit: number): Promise<string[]> {
    return this.idsUntold({ erasedAt: IsNull() }, limit);
  }

  /** Ids of customers who are gone here and not yet at the provider, at most `limit`. */
  async erasedUntold(limit: number): Promise<string[]> {
    return this.idsUntold({ erasedAt: Not(IsNull()) }, limit);
  }

  private async idsUntold(where: FindOptionsWhere<Customer>, limit: number): Promise<string[]> {
    const found = await this.dataSource
      .getRepository(Customer)
      .find({ select: { id: true }, where: { ...where, providerIsTold: false }, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** Those of these ids at the provider that are customers of ours. */
  async knownOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.dataSource.getRepository(Customer).find({ select: { id: true }, where: { id: In([...ids]) } });
    return new Set(found.map(({ id }) => id));
  }

  async save(tx: Transaction, customer: Partial<Customer> & Pick<Customer, 'id'>): Promise<void> {
    await tx.manager.save(Customer, customer);
  }
}
