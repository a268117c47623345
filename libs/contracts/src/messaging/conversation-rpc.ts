import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { staffRole } from '../identity/staff-role.ts';
import { pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { conversationListQuery, inboxCount, storedConversation, storedConversationSummary } from './conversation.ts';

const change = { id: uuid(), version: z.number(), by: actor };

/** `adminId` is the caller, for `mine`. Throws `cursor_invalid`. */
export const listConversations = rpc({
  name: 'messaging.list-conversations.v1',
  input: z.extend(conversationListQuery, { adminId: uuid() }),
  output: pageOf(storedConversationSummary),
});

/** Throws `not_found`. */
export const readConversation = rpc({
  name: 'messaging.read-conversation.v1',
  input: z.object({ id: uuid() }),
  output: storedConversation,
});

/** The open conversations, and the campaigns that wait for staff: paused ones, and drafts that could not be sent at their time. */
export const countWaiting = rpc({
  name: 'messaging.count-waiting.v1',
  input: z.object({}),
  output: z.object({ conversations: z.number(), campaigns: z.number() }),
});

export const countInbox = rpc({
  name: 'messaging.count-inbox.v1',
  input: z.object({ adminId: uuid() }),
  output: inboxCount,
});

/**
 * Throws `not_found`, `version_conflict`, and `invalid_request` for an assignee whose role may not answer. The assignment that it has
 * already changes nothing.
 */
export const assignConversation = rpc({
  name: 'messaging.assign-conversation.v1',
  permission: 'inbox:write',
  input: z.object({ ...change, assignee: z.nullable(z.object({ adminId: uuid(), role: staffRole })) }),
  output: storedConversation,
});

/**
 * Writes the email with a reply, once for each `messageId`, and assigns a conversation without an assignee. Throws `not_found`,
 * `version_conflict`, and `idempotency_conflict` where the id names another message.
 */
export const replyToConversation = rpc({
  name: 'messaging.reply-to-conversation.v1',
  permission: 'inbox:write',
  input: z.object({ ...change, messageId: uuid(), text: z.string(), closes: z.boolean() }),
  output: storedConversation,
});

/** Throws `not_found`, `version_conflict`. The status that it has already changes nothing. */
export const setConversationStatus = rpc({
  name: 'messaging.set-conversation-status.v1',
  permission: 'inbox:write',
  input: z.object({ ...change, status: z.enum(['open', 'closed']) }),
  output: storedConversation,
});
