import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { CustomerRepository } from './customer.repository.ts';
import { updateRemoteCustomers } from './update-remote-customers.job-contract.ts';

/**
 * Binds who paid before there was an account to the account of that address, and keeps names and address in step. The
 * account that pays is the account that gets access.
 */
@Injectable()
export class OnAccountChanged {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly customers: CustomerRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesEvent(accountChanged)
  async handle(fact: EventPayload<typeof accountChanged>, tx: Transaction): Promise<void> {
    // Told before the deletion, and heard after it.
    if (await this.erased.has(tx, fact.userId)) return;
    const emailKey = keyOf(fact.email);
    const customer = await this.customers.lockOfAccount(tx, fact.userId, emailKey);
    if (customer === null || fact.version <= customer.accountVersion) return;
    const isNews =
      customer.userId !== fact.userId || customer.email !== fact.email || customer.firstName !== fact.firstName || customer.lastName !== fact.lastName;
    Object.assign(customer, { userId: fact.userId, firstName: fact.firstName, lastName: fact.lastName, accountVersion: fact.version });
    // Somebody else may have paid with that address before; two customers are never made one.
    const taken = customer.emailKey !== emailKey && (await this.customers.isTaken(tx, emailKey));
    if (!taken) Object.assign(customer, { email: fact.email, emailKey });
    await this.customers.save(tx, { ...customer, providerIsTold: customer.providerIsTold && !isNews });
    if (!isNews) return;
    tx.afterCommit(() => this.jobs.wake(updateRemoteCustomers, {}, { key: 'wake' }));
    await this.announceMembership.again(tx, customer);
  }
}
