import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { BalanceRepository } from '../balance/balance.repository.ts';
import { OfflinePaymentRepository } from '../offline-payment/offline-payment.repository.ts';
import { CancellationOfferRepository } from '../cancellation-offer/cancellation-offer.repository.ts';
import { CreditChangeRepository } from '../credit/credit-change.repository.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { MembershipActionRepository } from '../membership-action/membership-action.repository.ts';
import { StaffRefundRepository } from '../refund/staff-refund.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { eraseRemoteCustomers } from '../jobs.ts';

/**
 * Removes name and address from a customer and publishes its memberships again without them. Amounts, dates and the provider's numbers
 * stay, as bookkeeping requires. The job does the rest at the provider: it ends the subscription and deletes the customer there.
 */
@Injectable()
export class EraseCustomer {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly balance: BalanceRepository,
    private readonly refunds: StaffRefundRepository,
    private readonly creditChanges: CreditChangeRepository,
    private readonly offlinePayments: OfflinePaymentRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly offers: CancellationOfferRepository,
    private readonly actions: MembershipActionRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async execute(tx: Transaction, customer: Customer, erasedAt: Date = this.clock.now()): Promise<void> {
    Object.assign(customer, {
      email: '',
      emailKey: `erased:${customer.id}`,
      firstName: '',
      lastName: '',
      isProviderUpdated: false,
      erasedAt,
    });
    await this.customers.save(tx, customer);
    await this.checkouts.eraseAddress(tx, customer.id);
    await this.purchases.eraseGuest(tx, customer.id);
    await this.balance.eraseDigits(tx, [customer.id]);
    await this.refunds.eraseReasons(tx, [customer.id]);
    await this.creditChanges.eraseReasons(tx, [customer.id]);
    await this.offlinePayments.eraseWords(tx, [customer.id]);
    await this.subscriptions.eraseCards(tx, customer.id);
    await this.subscriptions.eraseComments(tx, customer.id);
    await this.offers.eraseComments(tx, customer.id);
    await this.actions.eraseReasons(tx, customer.id);
    await this.announceMembership.again(tx, customer);
    tx.afterCommit(() => this.jobs.wake(eraseRemoteCustomers, {}, { key: 'wake' }));
  }
}
