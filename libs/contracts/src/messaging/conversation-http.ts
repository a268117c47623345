import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { uuid } from '../fields.ts';
import { listOrPage } from '../page.ts';
import { route } from '../route.ts';
import { conversation, conversationListQuery, conversationSummary, inboxCount } from './conversation.ts';
import { replyForm } from './reply-form.ts';

/*
 * The inbox of staff. A change names the version of the conversation that it began from: `version_conflict` where somebody else has
 * changed or answered it since, or the person has written again. Nothing was done then.
 */

const byId = z.strictObject({ id: uuid() });

/** Priority messages first, then those that have waited longest; closed ones by their last message, newest first. */
export const listConversations = route({
  method: 'GET',
  path: '/api/admin/conversations',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  query: conversationListQuery,
  response: listOrPage(conversationSummary),
});

export const readConversation = route({
  method: 'GET',
  path: '/api/admin/conversations/:id',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  response: conversation,
});

export const countInbox = route({
  method: 'GET',
  path: '/api/admin/inbox/count',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  response: inboxCount,
});

/** The administrators who may answer messages. */
export const listAssignees = route({
  method: 'GET',
  path: '/api/admin/inbox/assignees',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  response: z.object({ items: z.array(z.object({ id: uuid(), name: z.string() })) }),
});

/** Assigns a conversation to an administrator who may answer it, or to nobody. */
export const assignConversation = route({
  method: 'PUT',
  path: '/api/admin/conversations/:id/assignee',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  body: z.strictObject({ assignee: z.nullable(uuid()), version: version() }),
  response: conversation,
});

/**
 * Emails a reply to the person, and assigns a conversation without an assignee to the caller. The delivery of the email is shown at its
 * message. `idempotency_conflict` where the id names another message.
 */
export const replyToConversation = route({
  method: 'POST',
  path: '/api/admin/conversations/:id/replies',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  body: replyForm,
  response: conversation,
});

const changed = z.strictObject({ version: version() });

/** An answer of the person opens it again. */
export const closeConversation = route({
  method: 'POST',
  path: '/api/admin/conversations/:id/close',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  body: changed,
  response: conversation,
});

export const reopenConversation = route({
  method: 'POST',
  path: '/api/admin/conversations/:id/reopen',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  body: changed,
  response: conversation,
});
