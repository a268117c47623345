import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { emailChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { VerifyAddress } from './verify-address.ts';

/**
 * Gives an account the email that it waits for, once that mailbox is verified. Ends the links that were emailed for the account, and
 * notifies the old mailbox. A verified old mailbox can undo a change that the member made, but not one that staff made: they help because
 * the member has lost that mailbox, or another person reads it. The caller holds the locks of the new address and of the account.
 */
@Injectable()
export class TakePendingEmail {
  constructor(
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly verifyAddress: VerifyAddress,
  ) {}

  async execute(
    tx: Transaction,
    user: User,
    { pendingEmail, isByStaff }: { readonly pendingEmail: string; readonly isByStaff: boolean },
    now: Date,
  ): Promise<void> {
    const old = { email: user.email, wasVerified: user.emailVerifiedAt !== null };
    await this.accountTokens.endAllOf(tx, user, now);
    if (isByStaff) await this.requests.removeLeft(tx, user);
    else if (old.wasVerified) await this.requests.addLeft(tx, user, now);
    if (old.wasVerified) await this.formerAddresses.add(tx, user.id, user.emailKey);
    Object.assign(user, {
      email: pendingEmail,
      emailKey: keyOf(pendingEmail),
      pendingEmail: null,
      isChangeByStaff: false,
      emailVerifiedAt: now,
    });
    const { version, email, firstName } = await this.verifyAddress.execute(tx, user, now);
    await tx.publish(emailChanged, {
      userId: user.id,
      version,
      oldEmail: old.email,
      newEmail: email,
      wasVerified: old.wasVerified,
      ...(isByStaff ? { isByStaff } : {}),
      firstName,
    });
  }
}
