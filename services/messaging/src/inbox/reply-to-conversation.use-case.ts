import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { StoredConversation } from '@lectern/contracts/messaging/conversation';
import { replyToConversation } from '@lectern/contracts/messaging/conversation-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { assignedTo, closedBy, ConversationRepository, OPENED } from '../conversation/conversation.repository.ts';
import { conversationReplyEmail } from '../email/templates/conversation-reply.template.tsx';
import { WriteEmail } from '../email/write-email.use-case.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { changedMeanwhile } from './change-conversation.use-case.ts';
import { ReadConversation } from './read-conversation.ts';
import { ReplyAddress } from '../reply-address/reply-address.ts';
import { REPLY } from './reply-key.ts';

/**
 * Stores a reply of staff with the email that brings it to the person, in one transaction. Idempotent by the id of its message. The
 * second of two administrators who answer the same version gets `version_conflict`, and nothing is sent.
 */
@Injectable()
export class ReplyToConversation {
  constructor(
    private readonly transactor: Transactor,
    private readonly conversations: ConversationRepository,
    private readonly reader: ReadConversation,
    private readonly addresses: ReplyAddress,
    private readonly writeEmail: WriteEmail,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(replyToConversation)
  async execute({
    id,
    version,
    messageId,
    text,
    closes,
    by,
  }: RpcInput<typeof replyToConversation>): Promise<StoredConversation> {
    return this.transactor.run(async (tx) => {
      const current = await this.conversations.lockById(tx, id);
      if (current === null) throw new DomainError('not_found');
      const known = await this.conversations.findMessage(tx, messageId);
      if (known !== null) {
        if (known.conversationId !== id || known.adminId !== by.adminId || known.text !== text)
          throw new DomainError('idempotency_conflict');
        return (await this.reader.find(tx, id))!;
      }
      if (current.version !== version) throw changedMeanwhile();
      const now = this.clock.now();
      await this.conversations.add(tx, {
        id: messageId,
        conversationId: id,
        text,
        adminId: by.adminId,
        createdAt: now,
      });
      await this.conversations.change(tx, current, {
        ...(closes ? closedBy(by.adminId, now) : OPENED),
        ...(current.assigneeId === null && assignedTo(by.adminId, by.adminId, now)),
        waitingSince: null,
        lastMessageAt: now,
      });
      await this.writeEmail.execute(tx, conversationReplyEmail, {
        dedupeKey: `${REPLY}:${messageId}`,
        to: current.email,
        userId: current.userId,
        // Staff typed it, for this mailbox.
        repeatsTyped: true,
        data: { about: current.kind, reply: text, replyTo: await this.addresses.of(tx, id) },
      });
      await this.recordAdminAction.execute(tx, by, 'reply_to_conversation', { conversationId: id, messageId, closes });
      return (await this.reader.find(tx, id))!;
    });
  }
}
