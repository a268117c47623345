import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { toUnix } from '../stripe/expandable.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { eraseRemoteCustomers } from './erase-remote-customers.job-contract.ts';

/**
 * Takes name and address out of a customer and publishes its memberships again without them. Amounts, dates and the provider's numbers
 * stay, as bookkeeping asks. The job does the rest at the provider: it ends the subscription and forgets the customer there.
 */
@Injectable()
export class EraseCustomer {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly payments: PaymentRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async execute(tx: Transaction, customer: Customer, deletedAt: Date = this.clock.now()): Promise<void> {
    // The provider counts in whole seconds. What is known already of the second of the deletion was paid before it: only what comes later is refunded.
    const lastPaidAt = await this.payments.lastPaidAt(tx, customer.id);
    const erasedAt =
      lastPaidAt !== null && toUnix(lastPaidAt) === toUnix(deletedAt)
        ? new Date((toUnix(lastPaidAt) + 1) * 1_000)
        : deletedAt;
    Object.assign(customer, {
      email: '',
      emailKey: `erased:${customer.id}`,
      firstName: '',
      lastName: '',
      providerIsTold: false,
      erasedAt,
    });
    await this.customers.save(tx, customer);
    await this.checkouts.eraseAddress(tx, customer.id);
    await this.purchases.eraseAddress(tx, customer.id);
    await this.announceMembership.again(tx, customer);
    tx.afterCommit(() => this.jobs.wake(eraseRemoteCustomers, {}, { key: 'wake' }));
  }
}
