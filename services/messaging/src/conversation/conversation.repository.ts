import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { ConversationView } from '@lectern/contracts/messaging/conversation';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isOfAnnualMember } from '../membership/membership.repository.ts';
import { ConversationMessage } from './conversation-message.entity.ts';
import { Conversation } from './conversation.entity.ts';

/** The message or request that opens a conversation. */
export interface Opening {
  readonly kind: Conversation['kind'];
  /** Its id, which opens one conversation. */
  readonly subjectId: string;
  readonly name: string;
  readonly email: string;
  readonly userId?: string | null;
  readonly text: string;
  readonly sessionStartsAt?: Date;
  readonly senderProof: Conversation['senderProof'];
  readonly at: Date;
}

export interface ConversationFilter {
  readonly view: ConversationView;
  /** For `mine`. */
  readonly adminId: string;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

export interface ListedConversation extends Conversation {
  readonly isPriority: boolean;
  /** The present name of the account that has verified the mailbox; null where none has. */
  readonly accountName: string | null;
  readonly excerpt: string;
}

/** Characters of the last message in a list. */
const EXCERPT = 160;

/** Texts whose order is that of the lists: priority, then those who wait, longest first; closed ones by their last message. */
const POSITION: Readonly<Record<Conversation['status'], string>> = {
  open: `concat(CASE WHEN priority.is_priority THEN 0 ELSE 1 END, CASE WHEN waiting_since IS NULL THEN 1 ELSE 0 END,
    to_char(COALESCE(waiting_since, last_message_at) AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS'), conversations.id)`,
  closed: `concat(to_char(last_message_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS'), conversations.id)`,
};

/** Anybody can type a member's address, so only a proven sender counts. */
const PRIORITY = `CROSS JOIN LATERAL (
  SELECT conversations.sender_proof IS NOT NULL AND ${isOfAnnualMember('conversations')} AS is_priority) AS priority`;

/** Staff may have corrected it since the person wrote. */
const ACCOUNT = `LEFT JOIN LATERAL (
  SELECT NULLIF(btrim(accounts.first_name || ' ' || accounts.last_name), '') AS account_name FROM accounts
  WHERE accounts.email_verified_at IS NOT NULL
    AND (accounts.user_id = conversations.user_id OR conversations.user_id IS NULL AND accounts.email_key = conversations.email_key) LIMIT 1) AS account ON true`;

const LISTED = `conversations.id, kind, subject_id AS "subjectId", name, email, email_key AS "emailKey", user_id AS "userId", status,
  assignee_id AS "assigneeId", assigned_by AS "assignedBy", assigned_at AS "assignedAt", closed_by AS "closedBy", closed_at AS "closedAt", waiting_since AS "waitingSince", last_message_at AS "lastMessageAt", conversations.created_at AS "createdAt",
  session_starts_at AS "sessionStartsAt", session_cancelled_at AS "sessionCancelledAt", sender_proof AS "senderProof", version, priority.is_priority AS "isPriority", account_name AS "accountName",
  (SELECT left(text, ${EXCERPT}) FROM conversation_messages WHERE conversation_id = conversations.id ORDER BY conversation_messages.created_at DESC, conversation_messages.id DESC LIMIT 1) AS excerpt`;

/** Writes of a change. */
export const assignedTo = (
  assigneeId: string | null,
  by: string,
  at: Date,
): Pick<Conversation, 'assigneeId' | 'assignedBy' | 'assignedAt'> =>
  assigneeId === null
    ? { assigneeId, assignedBy: null, assignedAt: null }
    : { assigneeId, assignedBy: by, assignedAt: at };
export const closedBy = (
  by: string,
  at: Date,
): Pick<Conversation, 'status' | 'closedBy' | 'closedAt' | 'waitingSince'> => ({
  status: 'closed',
  closedBy: by,
  closedAt: at,
  waitingSince: null,
});
export const OPENED = { status: 'open', closedBy: null, closedAt: null } as const satisfies Partial<Conversation>;

/** Answers from the address $1 in the conversations of other addresses. */
const FROM_ELSEWHERE = 'lower(btrim(other_email)) = $1';
/** Of the person, $1 is the account and $2 the key of its address, if any. */
const OF_PERSON = 'user_id = $1 OR user_id IS NULL AND email_key = $2';

@Injectable()
export class ConversationRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Opens a conversation and returns its id; null where its message or request has one. */
  async open(
    tx: Transaction,
    { kind, subjectId, name, email, userId = null, text, sessionStartsAt, senderProof, at }: Opening,
  ): Promise<string | null> {
    const [opened] = await tx.manager.query<{ id: string }[]>(
      `INSERT INTO conversations (kind, subject_id, name, email, email_key, user_id, waiting_since, last_message_at, created_at, session_starts_at, sender_proof)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9) ON CONFLICT (kind, subject_id) DO NOTHING RETURNING id`,
      [kind, subjectId, name, email, keyOf(email), userId, at, sessionStartsAt ?? null, senderProof],
    );
    if (opened === undefined) return null;
    await this.add(tx, { id: subjectId, conversationId: opened.id, text, createdAt: at });
    return opened.id;
  }

  /**
   * Locks the newest open conversation about messages that a mailbox wrote on the contact page, signed in or not. One that the holder
   * answered by email is neither: what is typed afterwards may be anybody's.
   */
  async lockOpenContact(
    tx: Transaction,
    emailKey: string,
    senderProof: Opening['senderProof'],
  ): Promise<Conversation | null> {
    return tx.manager.findOne(Conversation, {
      where: { kind: 'contact', status: 'open', emailKey, senderProof: senderProof ?? IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Messages that a mailbox wrote on the contact page since then, signed in or not. */
  async countWritten(tx: Transaction, emailKey: string, isSignedIn: boolean, since: Date): Promise<number> {
    const [row] = await tx.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM conversation_messages message JOIN conversations ON conversations.id = conversation_id
       WHERE kind = 'contact' AND email_key = $1 AND (sender_proof IS NOT DISTINCT FROM 'signed_in') = $2
         AND admin_id IS NULL AND received_key IS NULL AND message.created_at > $3`,
      [emailKey, isSignedIn, since],
    );
    return row.count;
  }

  async add(
    tx: Transaction,
    message: Pick<ConversationMessage, 'id' | 'conversationId' | 'text' | 'createdAt'> & Partial<ConversationMessage>,
  ): Promise<void> {
    await tx.manager.insert(ConversationMessage, message);
  }

  async findMessage(tx: Transaction, id: string): Promise<ConversationMessage | null> {
    return tx.manager.findOneBy(ConversationMessage, { id });
  }

  /** Whether a conversation has an answer by email with this key. */
  async hasReceived(tx: Transaction, receivedKey: string): Promise<boolean> {
    return tx.manager.existsBy(ConversationMessage, { receivedKey });
  }

  /** Notes that a member cancelled the session; nobody waits for an answer to it then. */
  async cancelSession(tx: Transaction, requestId: string, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE conversations SET session_cancelled_at = $2, status = 'closed', closed_at = COALESCE(closed_at, $2), waiting_since = NULL, version = version + 1
       WHERE kind = 'office_hours' AND subject_id = $1 AND session_cancelled_at IS NULL`,
      [requestId, at],
    );
  }

  /** Locks a conversation until the transaction ends. */
  async lockById(tx: Transaction, id: string): Promise<Conversation | null> {
    return tx.manager.findOne(Conversation, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes changes to a locked conversation, with the next version. */
  async change(tx: Transaction, { id, version }: Conversation, change: Partial<Conversation>): Promise<void> {
    await tx.manager.update(Conversation, { id }, { ...change, version: version + 1 });
  }

  /** Takes an administrator's conversations from them, closed ones too: an answer may open them again. */
  async unassign(tx: Transaction, adminId: string): Promise<void> {
    await tx.manager.query(
      `UPDATE conversations SET assignee_id = NULL, assigned_by = NULL, assigned_at = NULL, version = version + 1 WHERE assignee_id = $1`,
      [adminId],
    );
  }

  /** `tx` lets it include uncommitted changes. */
  async find(tx: Transaction | null, id: string): Promise<ListedConversation | null> {
    const [found] = await (tx?.manager ?? this.dataSource).query<ListedConversation[]>(
      `SELECT ${LISTED} FROM conversations ${PRIORITY} ${ACCOUNT} WHERE conversations.id = $1`,
      [id],
    );
    return found ?? null;
  }

  async page(
    { view, adminId, search }: ConversationFilter,
    limit: number,
    after: string | null,
  ): Promise<{ items: ListedConversation[]; next: string | null; total: number }> {
    const status = view === 'closed' ? 'closed' : 'open';
    const parameters: unknown[] = [status];
    const parameter = (value: unknown): string => `$${parameters.push(value)}`;
    const where = ['status = $1'];
    if (view === 'unassigned') where.push('assignee_id IS NULL');
    if (view === 'mine') where.push(`assignee_id = ${parameter(adminId)}`);
    if (search !== null) {
      const pattern = parameter(search);
      where.push(`(lower(concat(' ', name, ' ', account_name, ' ', email)) LIKE ${pattern} OR EXISTS (
        SELECT 1 FROM conversation_messages WHERE conversation_id = conversations.id AND lower(' ' || text) LIKE ${pattern}))`);
    }
    const matching = `FROM conversations ${PRIORITY} ${ACCOUNT} WHERE ${where.join(' AND ')}`;
    const [row] = await this.dataSource.query<[{ total: number }]>(`SELECT count(*)::int AS total ${matching}`, [
      ...parameters,
    ]);
    const position = `(${POSITION[status]}) COLLATE "C"`;
    const [operator, order] = status === 'closed' ? ['<', 'DESC'] : ['>', 'ASC'];
    const beyond = after === null ? '' : `AND ${position} ${operator} ${parameter(after)}`;
    const found = await this.dataSource.query<(ListedConversation & { position: string })[]>(
      `SELECT ${LISTED}, ${position} AS position ${matching} ${beyond} ORDER BY position ${order} LIMIT ${parameter(limit + 1)}`,
      parameters,
    );
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? items.at(-1)!.position : null, total: row.total };
  }

  /** Open conversations, and those of them that are assigned to an administrator. */
  async count(adminId: string): Promise<{ open: number; mine: number }> {
    const [row] = await this.dataSource.query<[{ open: number; mine: number }]>(
      `SELECT count(*)::int AS open, (count(*) FILTER (WHERE assignee_id = $1))::int AS mine FROM conversations WHERE status = 'open'`,
      [adminId],
    );
    return row;
  }

  /** The work of staff: conversations without an answer, and campaigns that are paused or were not sent at their scheduled time. */
  async countWaiting(): Promise<{ conversations: number; campaigns: number }> {
    const [row] = await this.dataSource.query<[{ conversations: number; campaigns: number }]>(
      `SELECT (SELECT count(*) FROM conversations WHERE status = 'open' AND waiting_since IS NOT NULL)::int AS conversations,
         (SELECT count(*) FROM email_campaigns WHERE status = 'paused' OR status = 'draft' AND unsent_at IS NOT NULL)::int AS campaigns`,
    );
    return row;
  }

  /**
   * Deletes the conversations of a person, which are those of the account and those of its address if it is not null, and what the
   * person answered from this address in the conversations of others.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(`DELETE FROM conversations WHERE ${OF_PERSON}`, [userId, emailKey]);
    await this.raiseVersions(tx, emailKey);
    await tx.manager.query(`DELETE FROM conversation_messages WHERE ${FROM_ELSEWHERE}`, [emailKey]);
  }

  /** Lets conversations, and answers in those of others, follow the account that had verified an address to its new one, with their next version. Idempotent. */
  async move(
    tx: Transaction,
    userId: string,
    oldKey: string,
    next: { readonly email: string; readonly emailKey: string },
  ): Promise<void> {
    await tx.manager.query(
      `UPDATE conversations SET user_id = $1, email = $3, email_key = $4, version = version + 1 WHERE email_key = $2 AND (user_id = $1 OR user_id IS NULL)`,
      [userId, oldKey, next.email, next.emailKey],
    );
    await this.raiseVersions(tx, oldKey);
    await tx.manager.query(`UPDATE conversation_messages SET other_email = $2 WHERE ${FROM_ELSEWHERE}`, [
      oldKey,
      next.email,
    ]);
  }

  /** Gives the conversations of a mailbox without an account to another mailbox, and to its account, with their next version. Idempotent. */
  async merge(
    tx: Transaction,
    oldKey: string,
    next: { readonly email: string; readonly emailKey: string; readonly userId: string | null },
  ): Promise<void> {
    await tx.manager.query(
      'UPDATE conversations SET user_id = $2, email = $3, email_key = $4, version = version + 1 WHERE email_key = $1 AND user_id IS NULL',
      [oldKey, next.userId, next.email, next.emailKey],
    );
    await this.raiseVersions(tx, oldKey);
    await tx.manager.query(`UPDATE conversation_messages SET other_email = $2 WHERE ${FROM_ELSEWHERE}`, [
      oldKey,
      next.email,
    ]);
  }

  /** Of the conversations of others with answers from an address. They are locked before their messages, as everywhere. */
  private async raiseVersions(tx: Transaction, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE conversations SET version = version + 1 WHERE id IN (SELECT conversation_id FROM conversation_messages WHERE ${FROM_ELSEWHERE})`,
      [emailKey],
    );
  }
}
