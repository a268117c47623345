import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { AccountRepository } from '../account/account.repository.ts';
import { JudgeReferral } from '../referral/judge-referral.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { AccountCustomers } from '../subscription/account-customers.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';

/**
 * Saves names, address and deactivation of an account, and updates its customers. An account that is taken over loses the referral that was
 * noted before. Grants no customers: see {@link OnClaimsGranted}.
 */
@Injectable()
export class OnAccountChanged {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly accountCustomers: AccountCustomers,
    private readonly promoCodes: PromoCodeRepository,
    private readonly judgeReferral: JudgeReferral,
    private readonly announceMembership: AnnounceMembership,
  ) {}

  @HandlesEvent(accountChanged)
  async handle(event: EventPayload<typeof accountChanged>, tx: Transaction): Promise<void> {
    // Published before the deletion, and handled after it.
    if (await this.erased.has(tx, event.userId)) return;
    await this.accounts.lock(tx, event.userId);
    const customers = await this.customers.lockOfUser(tx, event.userId);
    await this.dropReferral(tx, event, customers);
    const before = await this.accounts.find(tx, event.userId);
    // Also an address that the account has left again: an older event may be handled late.
    if (before !== null && before.email !== event.email && event.emailVerifiedAt != null)
      await this.promoCodes.rememberAddress(tx, event.userId, keyOf(event.email));
    if (before !== null && before.version >= event.version) return;
    const account = {
      userId: event.userId,
      email: event.email,
      firstName: event.firstName,
      lastName: event.lastName,
      deactivatedAt: event.deactivatedAt == null ? null : new Date(event.deactivatedAt),
      sessionVersion: event.sessionVersion ?? before?.sessionVersion ?? 0,
      version: event.version,
    };
    await this.accounts.save(tx, account);
    for (const customer of customers) await this.accountCustomers.follow(tx, customer, account);
    if (before?.deactivatedAt?.getTime() !== account.deactivatedAt?.getTime())
      await this.accountCustomers.syncAll(tx, event.userId);
  }

  /** Regardless of later events of the account. Its memberships are published again, without the code. */
  private async dropReferral(
    tx: Transaction,
    event: EventPayload<typeof accountChanged>,
    customers: readonly Customer[],
  ): Promise<void> {
    if (event.isTakenOver !== true || event.sessionVersion === undefined || event.emailVerifiedAt == null) return;
    if (!(await this.judgeReferral.drop(tx, event.userId, event.sessionVersion, new Date(event.emailVerifiedAt))))
      return;
    for (const customer of customers) await this.announceMembership.again(tx, customer);
  }
}
