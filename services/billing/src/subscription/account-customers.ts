import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Account } from '../account/account.entity.ts';
import { AnnounceMembership } from './announce-membership.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { syncDueCustomers, updateRemoteCustomers } from '../jobs.ts';

/** Keeps the customers of an account in step with it. Callers hold the locks of both. */
@Injectable()
export class AccountCustomers {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Copies the account's name and address to the customer here, at the provider and to the consumers of membership events. */
  async follow(tx: Transaction, customer: Customer, account: Account): Promise<void> {
    if (customer.erasedAt !== null || !this.differs(customer, account)) return;
    await this.write(tx, customer, account);
    await this.announceMembership.again(tx, customer);
  }

  /** As {@link follow}, for a customer that the account has just received: publishes its memberships as the account's. */
  async take(tx: Transaction, customer: Customer, account: Account | null): Promise<void> {
    if (account !== null) await this.write(tx, customer, account);
    await this.announceMembership.again(tx, customer);
    await this.syncAll(tx, customer.userId!);
  }

  /** Marks all customers of an account to be synced together: the right state of one may depend on the others and on the account. */
  async syncAll(tx: Transaction, userId: string): Promise<void> {
    const customers = await this.customers.lockOfUser(tx, userId);
    await this.customers.makeSyncDue(
      tx,
      customers.map(({ id }) => id),
      this.clock.now(),
    );
    tx.afterCommit(() => this.jobs.wake(syncDueCustomers, {}, { key: 'wake' }));
  }

  private differs(customer: Customer, { email, firstName, lastName }: Account): boolean {
    return customer.email !== email || customer.firstName !== firstName || customer.lastName !== lastName;
  }

  private async write(
    tx: Transaction,
    customer: Customer,
    { email, firstName, lastName, version }: Account,
  ): Promise<void> {
    await this.customers.save(
      tx,
      Object.assign(customer, {
        email,
        emailKey: keyOf(email),
        firstName,
        lastName,
        accountVersion: version,
        isProviderUpdated: false,
      }),
    );
    tx.afterCommit(() => this.jobs.wake(updateRemoteCustomers, {}, { key: 'wake' }));
  }
}
