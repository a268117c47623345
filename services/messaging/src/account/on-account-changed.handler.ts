import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { AccountRepository } from './account.repository.ts';

/** Stores which mailboxes are verified, with the names of their accounts: emails to all others carry no name. */
@Injectable()
export class OnAccountChanged {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(accountChanged)
  async handle(
    { userId, email, firstName, lastName, emailVerifiedAt, version }: EventPayload<typeof accountChanged>,
    tx: Transaction,
  ): Promise<void> {
    // The event was published before the deletion, and is consumed after it.
    if (await this.erased.has(tx, userId)) return;
    await this.accounts.record(tx, {
      userId,
      emailKey: keyOf(email),
      firstName,
      lastName,
      emailVerifiedAt: emailVerifiedAt == null ? null : new Date(emailVerifiedAt),
      version,
    });
  }
}
