import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { emailChanged } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { accountEmailChangedEmail } from '../email/templates/account-email-changed.template.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { PersonRepository } from './person.repository.ts';
import { NOTICES_PER_HOUR, WriteEmail } from '../email/write-email.use-case.ts';

/**
 * Notifies the previous address of an account of its change, once for each change (decisions, "Accounts"). The email carries a link
 * that undoes the change where the account had verified that address, and left it neither by such a link nor by a change that staff
 * made: a mailbox that was only typed may be a stranger's. Where the holder had verified the mailbox, their choices there move with
 * them, conversations and waiting emails go to the new address, and the emails sent to the old one stay theirs.
 */
@Injectable()
export class OnEmailChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly persons: PersonRepository,
    private readonly conversations: ConversationRepository,
    private readonly emails: EmailRecipientRepository,
  ) {}

  @HandlesEvent(emailChanged)
  async handle(
    {
      userId,
      version,
      oldEmail,
      newEmail,
      wasVerified,
      isUndo,
      isByStaff,
      firstName,
    }: EventPayload<typeof emailChanged>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    const dedupeKey = `email-changed:${userId}:${version}`;
    if (newEmail !== undefined && wasVerified === true && keyOf(newEmail) !== keyOf(oldEmail)) {
      const [oldKey, next] = [keyOf(oldEmail), { email: newEmail.trim(), emailKey: keyOf(newEmail) }];
      for (const emailKey of [oldKey, next.emailKey].sort()) await this.subscribers.lock(tx, emailKey);
      await this.persons.moveChoices(tx, oldKey, next.email, next.emailKey);
      await this.persons.keepForAccount(tx, userId, oldKey);
      await this.conversations.move(tx, userId, oldKey, next);
      await this.emails.move(tx, userId, oldKey, next, dedupeKey);
    }
    await this.writeEmail.execute(tx, accountEmailChangedEmail, {
      dedupeKey,
      to: oldEmail,
      toName: firstName,
      userId,
      repeatsTyped: wasVerified === true,
      perHour: wasVerified === true ? undefined : NOTICES_PER_HOUR,
      data: {
        firstName,
        ...(isByStaff === true
          ? { isByStaff }
          : wasVerified === true && isUndo !== true
            ? { email: oldEmail, userId }
            : {}),
      },
    });
  }
}
