import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { peopleMerged } from '@lectern/contracts/identity/events';
import { personMerged } from '@lectern/contracts/messaging/events';
import { previewMerge } from '@lectern/contracts/messaging/merge-rpc';
import { type MergePreview, movesOf } from '@lectern/contracts/person-merge';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { PersonRepository } from './person.repository.ts';

const COUNTS = `SELECT
  (SELECT count(*)::int FROM newsletter_subscribers WHERE email_key = $1) AS newsletter,
  (SELECT count(*)::int FROM list_opt_outs WHERE email_key = $1) + (SELECT count(*)::int FROM suppressed_addresses WHERE email_key = $1 AND reason <> 'bounced') AS opt_outs,
  (SELECT count(*)::int FROM contact_messages WHERE user_id IS NULL AND lower(btrim(email)) = $1) AS messages,
  (SELECT count(*)::int FROM email_recipients WHERE user_id IS NULL AND email_key = $1) AS emails`;

/**
 * Gives the messages, conversations and emails of a merged mailbox to the other one, and to its account. Refusals of emails of either
 * mailbox are in force for both afterwards.
 */
@Injectable()
export class MergePeople {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly erased: ErasedAccounts,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly persons: PersonRepository,
    private readonly conversations: ConversationRepository,
    private readonly emails: EmailRecipientRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(previewMerge)
  async preview({ oldEmail }: RpcInput<typeof previewMerge>): Promise<MergePreview> {
    const [counts] = await this.dataSource.query<[Record<'newsletter' | 'opt_outs' | 'messages' | 'emails', number>]>(
      COUNTS,
      [keyOf(oldEmail)],
    );
    return { moves: movesOf(counts), problems: [] };
  }

  /** Idempotent. Of an account that was deleted meanwhile, nothing begins again: all stays with the old mailbox. */
  @HandlesEvent(peopleMerged)
  async handle(
    { mergeId, oldEmail, newEmail, userId }: EventPayload<typeof peopleMerged>,
    tx: Transaction,
  ): Promise<void> {
    if (userId === null || !(await this.erased.has(tx, userId))) {
      const [oldKey, next] = [keyOf(oldEmail), { email: newEmail, emailKey: keyOf(newEmail), userId }];
      for (const emailKey of [oldKey, next.emailKey].toSorted()) await this.subscribers.lock(tx, emailKey);
      await this.persons.mergeChoices(tx, oldKey, next, this.clock.now());
      await this.persons.merge(tx, oldKey, next);
      await this.conversations.merge(tx, oldKey, next);
      await this.emails.merge(tx, oldKey, next);
    }
    await tx.publish(personMerged, { mergeId });
  }
}
