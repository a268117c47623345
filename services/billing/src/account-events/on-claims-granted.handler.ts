import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { claimsGranted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { AccountRepository } from '../account/account.repository.ts';
import { EraseCustomer } from '../person/erase-customer.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { AccountCustomers } from '../subscription/account-customers.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';

/** Gives a guest's customer, with all its purchases, to the account that identity names. A customer that has an account keeps it. */
@Injectable()
export class OnClaimsGranted {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly accountCustomers: AccountCustomers,
    private readonly promoCodes: PromoCodeRepository,
    private readonly eraseCustomer: EraseCustomer,
  ) {}

  @HandlesEvent(claimsGranted)
  async handle({ claims }: EventPayload<typeof claimsGranted>, tx: Transaction): Promise<void> {
    for (const { kind, subjectId, userId } of claims) {
      if (kind === 'customer') await this.grant(tx, subjectId, userId);
    }
  }

  private async grant(tx: Transaction, customerId: string, userId: string): Promise<void> {
    await this.accounts.lock(tx, userId);
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null) throw new Error(`Customer ${customerId} was claimed and is not here yet`);
    if (customer.userId !== null || customer.erasedAt !== null) return;
    await this.customers.save(tx, Object.assign(customer, { userId }));
    await this.promoCodes.bind(tx, customer.emailKey, userId);
    // Granted before the account was deleted, and handled after it.
    if (await this.erased.has(tx, userId)) {
      await this.promoCodes.eraseAddress(tx, userId, [customer.emailKey]);
      return this.eraseCustomer.execute(tx, customer);
    }
    const account = await this.accounts.find(tx, userId);
    if (account !== null) await this.promoCodes.rememberAddress(tx, userId, keyOf(account.email));
    await this.accountCustomers.take(tx, customer, account);
  }
}
