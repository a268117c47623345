import { Inject, Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { claimsMade } from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource, type FindOptionsWhere, In, IsNull, MoreThan, Not } from 'typeorm';
import { Customer } from './customer.entity.ts';

const LIVE = `EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.customer_id = customer.id AND subscriptions.status IN ('active', 'past_due', 'paused'))`;

/** Claims of customers without an account, for identity. */
export const claimsOf = (
  customers: readonly Pick<Customer, 'id' | 'email' | 'createdAt'>[],
): EventPayload<typeof claimsMade>['claims'] =>
  customers.map(({ id, email, createdAt }) => ({
    kind: 'customer',
    subjectId: id,
    email,
    madeAt: createdAt.toISOString(),
  }));

@Injectable()
export class CustomerRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ id });
  }

  /** Every customer of an account: that of a live membership first, then the newest. */
  async ofUser(userId: string): Promise<Customer[]> {
    return this.dataSource
      .getRepository(Customer)
      .createQueryBuilder('customer')
      .where('customer.userId = :userId', { userId })
      .orderBy(LIVE, 'DESC')
      .addOrderBy('customer.createdAt', 'DESC')
      .addOrderBy('customer.id')
      .getMany();
  }

  /** The customers of an account that the provider still knows; the one with which it pays next comes first. */
  async servingOf(userId: string): Promise<Customer[]> {
    return (await this.ofUser(userId)).filter(({ erasedAt, lostAt }) => erasedAt === null && lostAt === null);
  }

  /** The customer with which an account pays next; `null` where it never paid, or the provider knows none of its customers any more. */
  async payingOf(userId: string): Promise<Customer | null> {
    return (await this.servingOf(userId))[0] ?? null;
  }

  /** The customer, locked until the transaction ends. Taken before any subscription's lock. */
  async lockById(tx: Transaction, id: string): Promise<Customer | null> {
    return tx.manager.getRepository(Customer).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Every customer of an account, locked until the transaction ends. */
  async lockOfUser(tx: Transaction, userId: string): Promise<Customer[]> {
    return this.lockWhere(tx, [{ userId }]);
  }

  /** Every customer of a person: the account's, and those that wait for an address which is verified to be theirs. Locked. */
  async lockAllOf(tx: Transaction, userId: string, verifiedKey: string | null): Promise<Customer[]> {
    return this.lockWhere(tx, [
      { userId },
      ...(verifiedKey === null ? [] : [{ emailKey: verifiedKey, userId: IsNull() }]),
    ]);
  }

  private async lockWhere(tx: Transaction, where: FindOptionsWhere<Customer>[]): Promise<Customer[]> {
    return tx.manager
      .getRepository(Customer)
      .find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Adds the customer of a guest, which waits for the holder of its mailbox. One that is there stays as it is. */
  async addGuest(tx: Transaction, customer: Customer): Promise<void> {
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(Customer)
      .values(customer)
      .orIgnore()
      .returning('id')
      .execute();
    if ((inserted.raw as unknown[]).length > 0) await this.claim(tx, [customer]);
  }

  /** Publishes that these wait for the holders of their mailboxes. Repeating it changes nothing. */
  async claim(tx: Transaction, customers: readonly Pick<Customer, 'id' | 'email' | 'createdAt'>[]): Promise<void> {
    const claims = claimsOf(customers);
    if (claims.length > 0) await tx.publish(claimsMade, { claims });
  }

  /** Leaves the customers of an account that is gone to their mailboxes, as a guest's. */
  async leaveToMailboxes(tx: Transaction, customers: readonly Customer[]): Promise<void> {
    for (const customer of customers) await this.save(tx, Object.assign(customer, { userId: null }));
    await this.claim(tx, customers);
  }

  /** The customers of a mailbox that no account has, locked until the transaction ends. */
  async lockUnclaimedOf(tx: Transaction, emailKey: string): Promise<Customer[]> {
    return this.lockWhere(tx, [{ emailKey, userId: IsNull(), erasedAt: IsNull() }]);
  }

  /** The customer of a guest who paid for this registration and for nothing else, locked; `null` where there is none with this mailbox. */
  async lockGuestOf(tx: Transaction, reference: string, emailKey: string): Promise<Customer | null> {
    const [paid] = await tx.manager.query<{ id: string }[]>(
      `SELECT customer_id AS id FROM purchases WHERE reference = $1 AND customer_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM purchases other WHERE other.customer_id = purchases.customer_id AND other.reference <> $1)
         AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.customer_id = purchases.customer_id)
       ORDER BY paid_at DESC NULLS LAST LIMIT 1`,
      [reference],
    );
    // No condition would be every customer.
    if (paid === undefined) return null;
    const [customer] = await this.lockWhere(tx, [{ id: paid.id, emailKey, userId: IsNull(), erasedAt: IsNull() }]);
    return customer ?? null;
  }

  /** Customers that no account has, by id after `after`. */
  async unclaimedAfter(after: string, limit: number): Promise<Customer[]> {
    return this.dataSource.getRepository(Customer).find({
      where: { id: MoreThan(after), userId: IsNull(), erasedAt: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Every customer's id after `after`, in order, at most `limit`. */
  async idsAfter(after: string, limit: number): Promise<string[]> {
    const found = await this.dataSource
      .getRepository(Customer)
      .find({ select: { id: true }, where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** For administrators: the account's customers, and those that wait for the holder of this address; the account's first. */
  async allKnownAs(userId: string | null, emailKey: string): Promise<Customer[]> {
    const waiting = await this.dataSource
      .getRepository(Customer)
      .find({ where: { emailKey, userId: IsNull() }, order: { createdAt: 'DESC' } });
    return [...(userId === null ? [] : await this.ofUser(userId)), ...waiting];
  }

  /** Customers that are to be synced, longest waiting first. */
  async syncDue(limit: number): Promise<Pick<Customer, 'id' | 'syncDueAt'>[]> {
    return this.dataSource.getRepository(Customer).find({
      select: { id: true, syncDueAt: true },
      where: { syncDueAt: Not(IsNull()) },
      order: { syncDueAt: 'ASC' },
      take: limit,
    });
  }

  /** Has customers synced soon. */
  async makeSyncDue(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
    // In the order in which everybody locks several.
    await tx.manager.query(
      'UPDATE customers SET sync_due_at = $2 WHERE id IN (SELECT id FROM customers WHERE id = ANY($1) ORDER BY id FOR UPDATE)',
      [[...ids], at],
    );
  }

  /** Notes that a customer was synced for what was due then; what came due since stays. */
  async synced(tx: Transaction, { id, syncDueAt }: Pick<Customer, 'id' | 'syncDueAt'>): Promise<void> {
    await tx.manager.query('UPDATE customers SET sync_due_at = NULL WHERE id = $1 AND sync_due_at <= $2', [
      id,
      syncDueAt,
    ]);
  }

  /** Ids of customers that the provider has with an old name or address, at most `limit`. */
  async notUpdated(limit: number): Promise<string[]> {
    return this.idsNotUpdated({ erasedAt: IsNull(), lostAt: IsNull() }, limit);
  }

  /** Ids of customers that are erased here and not yet at the provider, at most `limit`. */
  async erasedNotUpdated(limit: number): Promise<string[]> {
    return this.idsNotUpdated({ erasedAt: Not(IsNull()) }, limit);
  }

  private async idsNotUpdated(where: FindOptionsWhere<Customer>, limit: number): Promise<string[]> {
    const found = await this.dataSource
      .getRepository(Customer)
      .find({ select: { id: true }, where: { ...where, isProviderUpdated: false }, order: { id: 'ASC' }, take: limit });
    return found.map(({ id }) => id);
  }

  /** Those of these ids at the provider that are customers of ours. */
  async knownOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.dataSource
      .getRepository(Customer)
      .find({ select: { id: true }, where: { id: In([...ids]) } });
    return new Set(found.map(({ id }) => id));
  }

  async save(tx: Transaction, customer: Partial<Customer> & Pick<Customer, 'id'>): Promise<void> {
    await tx.manager.save(Customer, customer);
  }
}
