import { Injectable } from '@nestjs/common';
import { personErased } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts, eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { eraseRemoteCustomers } from './erase-remote-customers.job-contract.ts';

/**
 * Takes names and addresses of who deleted their account out of the books at once, and tells the memberships again without
 * them. Amounts, dates and the provider's numbers stay, as bookkeeping asks. What follows at the provider is the job's:
 * it ends the subscription and forgets the customer there. Idempotent.
 */
@Injectable()
export class OnAccountDeleted {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly referrals: ReferralRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesEvent(accountDeleted)
  async handle({ userId, provenEmail, deletedAt }: EventPayload<typeof accountDeleted>, tx: Transaction): Promise<void> {
    const at = new Date(deletedAt);
    await this.erased.note(tx, userId, at);
    const provenKey = provenEmail === null ? null : keyOf(provenEmail);
    const customers = (await this.customers.lockAllOf(tx, userId, provenKey)).filter(({ erasedAt }) => erasedAt === null);
    await eraseFromOutbox(tx, { userId, emailKeys: [...customers.map(({ emailKey }) => emailKey), ...(provenKey === null ? [] : [provenKey])] });
    for (const customer of customers) await this.erase(tx, customer, at);
    await this.referrals.erase(tx, userId);
    await tx.publish(personErased, { userId });
    tx.afterCommit(() => this.jobs.wake(eraseRemoteCustomers, {}, { key: 'wake' }));
  }

  private async erase(tx: Transaction, customer: Customer, erasedAt: Date): Promise<void> {
    Object.assign(customer, { email: '', emailKey: `erased:${customer.id}`, firstName: '', lastName: '', providerIsTold: false, erasedAt });
    await this.customers.save(tx, customer);
    await this.checkouts.eraseAddress(tx, customer.id);
    await this.announceMembership.again(tx, customer);
  }
}
