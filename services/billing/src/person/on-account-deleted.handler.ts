import { Injectable } from '@nestjs/common';
import { personErased } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { ErasedAccounts, eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { returnPayments, settleDueCheckouts } from '../jobs.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { EraseCustomer } from './erase-customer.ts';

/** Erases the data of a deleted account here, and data under an address that is verified to be its holder's. Idempotent. */
@Injectable()
export class OnAccountDeleted {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly promoCodes: PromoCodeRepository,
    private readonly purchases: PurchaseRepository,
    private readonly referrals: ReferralRepository,
    private readonly eraseCustomer: EraseCustomer,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(accountDeleted)
  async handle(
    { userId, verifiedEmail, deletedAt, leavesPurchases = false }: EventPayload<typeof accountDeleted>,
    tx: Transaction,
  ): Promise<void> {
    const at = new Date(deletedAt);
    await this.accounts.lock(tx, userId);
    await this.erased.note(tx, userId, at);
    await this.accounts.remove(tx, userId);
    const verifiedKey = verifiedEmail === null ? null : keyOf(verifiedEmail);
    const customers = (await this.customers.lockAllOf(tx, userId, verifiedKey)).filter(
      ({ erasedAt }) => erasedAt === null,
    );
    // Data of another person under an address that was only typed stays theirs.
    const emailKeys =
      verifiedKey === null ? [] : [...new Set([...customers.map(({ emailKey }) => emailKey), verifiedKey])];
    await eraseFromOutbox(tx, { userId, emailKeys });
    // Uses of accounts that changed their address before each change was remembered.
    for (const emailKey of emailKeys) await this.promoCodes.rememberAddress(tx, userId, emailKey);
    await this.promoCodes.eraseAddress(tx, userId, emailKeys);
    if (leavesPurchases) await this.leave(tx, customers);
    else for (const customer of customers) await this.eraseCustomer.execute(tx, customer, at);
    if (verifiedKey !== null) {
      await this.checkouts.eraseUnpaid(tx, verifiedKey);
      await this.purchases.eraseUnpaid(tx, verifiedKey);
    }
    // Locked before their referrals, in the order that payments use.
    const brought: Customer[] = [];
    for (const refereeId of await this.referrals.refereesOf(tx, userId))
      brought.push(...(await this.customers.lockAllOf(tx, refereeId, null)));
    await this.referrals.erase(tx, userId);
    // Without the code, which was this person's.
    for (const customer of brought) await this.announceMembership.again(tx, customer);
    await tx.publish(personErased, { userId });
  }

  /** Leaves these customers to the holders of their mailboxes, with every payment that they made or make until their page ends. */
  private async leave(tx: Transaction, customers: readonly Customer[]): Promise<void> {
    const ids = customers.map(({ id }) => id);
    const now = this.clock.now();
    await this.checkouts.makeDue(tx, ids, now);
    await this.purchases.withdrawOf(tx, ids, now);
    await this.customers.leaveToMailboxes(tx, customers);
    tx.afterCommit(() => this.jobs.wake(settleDueCheckouts, {}, { key: 'wake' }));
    tx.afterCommit(() => this.jobs.wake(returnPayments, {}, { key: 'wake' }));
  }
}
