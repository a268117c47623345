import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { guestCorrected } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { updateRemoteCustomers } from '../jobs.ts';
import { CustomerRepository } from './customer.repository.ts';

/** Corrects the guest who paid for a registration as staff corrected the registration, here and at the provider. */
@Injectable()
export class OnGuestCorrected {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Idempotent. A customer that an account has, or that paid for something else too, stays as it is. */
  @HandlesEvent(guestCorrected)
  async handle(
    { registrationId, formerEmail, email, firstName, lastName }: EventPayload<typeof guestCorrected>,
    tx: Transaction,
  ): Promise<void> {
    const customer = await this.customers.lockGuestOf(tx, registrationId, keyOf(formerEmail));
    if (customer === null) return;
    const accountVersion = customer.accountVersion + 1;
    const corrected = { email, emailKey: keyOf(email), firstName, lastName, accountVersion, isProviderUpdated: false };
    await this.customers.save(tx, Object.assign(customer, corrected));
    await this.customers.claim(tx, [customer]);
    tx.afterCommit(() => this.jobs.wake(updateRemoteCustomers, {}, { key: 'wake' }));
  }
}
