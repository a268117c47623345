import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredConversation } from '@lectern/contracts/messaging/conversation';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ConversationRepository, type ListedConversation } from '../conversation/conversation.repository.ts';
import { presentSummary } from './present-conversation.ts';
import { replyKey } from './reply-key.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly quoted: string | null;
  readonly adminId: string | null;
  readonly otherEmail: string | null;
  readonly otherName: string | null;
  readonly isUnconfirmed: boolean;
  readonly createdAt: Date;
  readonly status: NonNullable<StoredConversation['messages'][number]['delivery']>['status'] | null;
  readonly reason: string | null;
}

/** A conversation with its messages, the emails of its replies, and what is known about the person. */
@Injectable()
export class ReadConversation {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly conversations: ConversationRepository,
  ) {}

  /** `tx` lets it include uncommitted changes. */
  async find(tx: Transaction | null, id: string): Promise<StoredConversation | null> {
    const conversation = await this.conversations.find(tx, id);
    if (conversation === null) return null;
    const messages = await this.messagesOf(tx, conversation);
    const mailboxProblem = await this.mailboxProblemOf(tx, conversation);
    const { sessionStartsAt, sessionCancelledAt, senderProof, assignedBy, assignedAt, closedBy, closedAt } =
      conversation;
    const summary = presentSummary(conversation);
    return {
      ...summary,
      accountName: conversation.accountName,
      typedName: conversation.name === summary.name ? null : conversation.name,
      mailboxProblem,
      senderProof,
      assigned: changeOf(assignedBy, assignedAt),
      closed: changeOf(closedBy, closedAt),
      session:
        sessionStartsAt === null
          ? null
          : { startsAt: sessionStartsAt.toISOString(), isCancelled: sessionCancelledAt !== null },
      messages: messages.map(({ createdAt, status, reason, ...message }) => ({
        ...message,
        from: message.adminId === null ? 'person' : 'staff',
        at: createdAt.toISOString(),
        delivery: status === null ? null : { status, reason },
      })),
    };
  }

  private async messagesOf(tx: Transaction | null, { id, name, accountName }: ListedConversation): Promise<Row[]> {
    return (tx?.manager ?? this.dataSource).query<Row[]>(
      `SELECT message.id, text, quoted, admin_id AS "adminId", other_email AS "otherEmail", is_unconfirmed AS "isUnconfirmed", CASE WHEN typed.name NOT IN ($2, $3) THEN typed.name END AS "otherName", message.created_at AS "createdAt", email.status, email.reason
       FROM conversation_messages message LEFT JOIN contact_messages typed ON typed.id = message.id
       LEFT JOIN email_recipients email ON message.admin_id IS NOT NULL AND email.dedupe_key = ${replyKey('message.id')}
       WHERE conversation_id = $1 ORDER BY message.created_at, message.id`,
      [id, name, accountName ?? name],
    );
  }

  private async mailboxProblemOf(
    tx: Transaction | null,
    { emailKey }: ListedConversation,
  ): Promise<StoredConversation['mailboxProblem']> {
    const [suppressed] = await (tx?.manager ?? this.dataSource).query<
      { reason: NonNullable<StoredConversation['mailboxProblem']> }[]
    >(
      `SELECT reason FROM suppressed_addresses WHERE email_key = $1 AND reason IN ('bounced', 'complained') ORDER BY reason LIMIT 1`,
      [emailKey],
    );
    return suppressed?.reason ?? null;
  }
}

const changeOf = (byId: string | null, at: Date | null): StoredConversation['closed'] =>
  at === null ? null : { byId, at: at.toISOString() };
