import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { personErased } from '@lectern/contracts/messaging/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { ErasedAccounts, eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';
import { AccountRepository } from '../account/account.repository.ts';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { accountDeletedEmail } from '../email/templates/account-deleted.template.ts';
import { NOTICES_PER_HOUR, WriteEmail } from '../email/write-email.use-case.ts';
import { ContactRepository } from '../contact/contact.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { ProviderEventRepository } from '../provider-event/provider-event.repository.ts';
import { PersonRepository } from './person.repository.ts';

/**
 * Empties the emails of a deleted account, removes it and its verified address from lists and ledgers, and writes one last email,
 * which is emptied once it was sent. Idempotent.
 */
@Injectable()
export class OnAccountDeleted {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly accounts: AccountRepository,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly persons: PersonRepository,
    private readonly imports: ListImports,
    private readonly contacts: ContactRepository,
    private readonly records: PersonRecordChanges,
    private readonly conversations: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly emails: EmailRecipientRepository,
    private readonly events: ProviderEventRepository,
    private readonly writeEmail: WriteEmail,
  ) {}

  @HandlesEvent(accountDeleted)
  async handle(
    {
      userId,
      email,
      verifiedEmail,
      firstName,
      deletedAt,
      leavesPurchases = false,
      isByStaff = false,
      isMailbox = false,
    }: EventPayload<typeof accountDeleted>,
    tx: Transaction,
  ): Promise<void> {
    await this.erased.note(tx, userId, new Date(deletedAt));
    await this.accounts.remove(tx, userId);
    const emailKey = verifiedEmail === null ? null : keyOf(verifiedEmail);
    const dedupeKey = `account-deleted:${userId}`;
    if (emailKey !== null) {
      await this.subscribers.lock(tx, emailKey);
      await this.imports.erase(tx, [emailKey]);
    }
    await eraseFromOutbox(tx, { userId, emailKeys: emailKey === null ? [] : [emailKey] });
    await this.persons.erase(tx, userId, emailKey);
    // Messages of the account may have an address from before.
    await this.records.eraseFromOutbox(tx, emailKey === null ? [] : [emailKey], [userId]);
    await this.contacts.erase(tx, userId, emailKey);
    await this.conversations.erase(tx, userId, emailKey);
    await this.memberships.erase(tx, userId);
    // Locks emails before their provider events, as all transactions do.
    await this.events.eraseOf(tx, await this.emails.erase(tx, userId, emailKey, dedupeKey), emailKey);
    await this.writeEmail.execute(tx, accountDeletedEmail, {
      dedupeKey,
      to: email,
      toName: firstName,
      eraseWhenSettled: true,
      repeatsTyped: verifiedEmail !== null,
      // A visitor can open and delete accounts with any address; the other deletions follow from an emailed link.
      perHour: verifiedEmail === null && !leavesPurchases ? NOTICES_PER_HOUR : undefined,
      data: { firstName, isVerified: verifiedEmail !== null, leavesPurchases, isByStaff, isMailbox },
    });
    await tx.publish(personErased, { userId });
  }
}
