import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { listQuery } from '../page.ts';
import { recipientStatus } from './campaign-model.ts';

/* Conversations of staff with the people who wrote to the association: messages of the contact page and requests for office hours. */

/** Which conversations a list has: `mine` are the open ones that are assigned to the caller, `unassigned` those that are to nobody. */
export const conversationView = z.enum(['open', 'mine', 'unassigned', 'closed']);
export type ConversationView = z.output<typeof conversationView>;

export const conversationListQuery = z.extend(z.pick(listQuery, { limit: true, cursor: true, q: true }), {
  /** `open` where it is missing. */
  status: z.optional(conversationView),
});
export type ConversationListQuery = z.output<typeof conversationListQuery>;

export const conversationKind = z.enum(['contact', 'office_hours']);

/** A conversation in a list. */
const summary = {
  id: uuid(),
  kind: conversationKind,
  /** The present name of the account that has verified the mailbox; where none has, the name that the person typed. */
  name: z.string(),
  /** The address that replies go to. */
  email: z.string(),
  status: z.enum(['open', 'closed']),
  /** Whether an active annual member has verified the mailbox and is the proven sender (`senderProof`). */
  isPriority: z.boolean(),
  /** Since when the person has waited for an answer; null while nothing of theirs is unanswered. */
  waitingSince: z.nullable(instant()),
  lastMessageAt: instant(),
  createdAt: instant(),
  /** The beginning of the last message. */
  excerpt: z.string(),
  version: z.number(),
};

const message = {
  id: uuid(),
  from: z.enum(['person', 'staff']),
  text: z.string(),
  /** Text of earlier messages that an answer by email repeats. */
  quoted: z.nullable(z.string()),
  /** The address of an answer that came from another one than the conversation’s; empty where it could not be read. */
  otherEmail: z.nullable(z.string()),
  /** Of an answer by email: neither SPF nor DKIM confirms its sender, so anybody may have sent it. */
  isUnconfirmed: z.boolean(),
  /** The name that was typed with a message of the contact page, where it is another one than the conversation’s. */
  otherName: z.nullable(z.string()),
  at: instant(),
  /** The email with a reply of staff; null for other messages. */
  delivery: z.nullable(z.object({ status: recipientStatus, reason: z.nullable(z.string()) })),
};

const details = {
  /** The name of the account that has verified the mailbox; null where none has. */
  accountName: z.nullable(z.string()),
  /** The name that the person typed first, where it is another one than `name`. Left out by older revisions. */
  typedName: z.optional(z.nullable(z.string())),
  /**
   * How we know that the holder of the address wrote: signed in, or in an answer by email from it. Null while the address was only
   * typed, which anybody can do.
   */
  senderProof: z.nullable(z.enum(['signed_in', 'answered'])),
  /** Why an email to the address may not arrive. */
  mailboxProblem: z.nullable(z.enum(['bounced', 'complained'])),
  /** Of a request for office hours: when the session begins, and whether the member has cancelled it. */
  session: z.nullable(z.object({ startsAt: instant(), isCancelled: z.boolean() })),
};

const storedChange = z.nullable(z.object({ byId: z.nullable(uuid()), at: instant() }));

/** As messaging stores it: administrators are ids. */
export const storedConversationSummary = z.object({ ...summary, assigneeId: z.nullable(uuid()) });
export const storedConversation = z.object({
  ...summary,
  ...details,
  assigneeId: z.nullable(uuid()),
  assigned: storedChange,
  closed: storedChange,
  messages: z.array(z.object({ ...message, adminId: z.nullable(uuid()) })),
});
export type StoredConversationSummary = z.output<typeof storedConversationSummary>;
export type StoredConversation = z.output<typeof storedConversation>;

/** An administrator; without a name where identity does not answer. */
export const conversationAdmin = z.object({ id: uuid(), name: z.nullable(z.string()) });

export const conversationSummary = z.object({ ...summary, assignee: z.nullable(conversationAdmin) });
export type ConversationSummary = z.output<typeof conversationSummary>;

const change = z.nullable(z.object({ by: z.nullable(conversationAdmin), at: instant() }));

export const conversation = z.object({
  ...summary,
  ...details,
  assignee: z.nullable(conversationAdmin),
  /** The last assignment; null while it is unassigned. */
  assigned: change,
  /** Its closing; null while it is open. `by` is null where the member cancelled the session. */
  closed: change,
  /** Oldest first. */
  messages: z.array(z.object({ ...message, by: z.nullable(conversationAdmin) })),
});
export type Conversation = z.output<typeof conversation>;
export type ConversationMessage = Conversation['messages'][number];

/** Open conversations: all of them, and those that are assigned to the caller. */
export const inboxCount = z.object({ open: z.number(), mine: z.number() });
