import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, MARCH_2, OTHER_ID } from '../route-docs/samples.ts';
import type * as http from './conversation-http.ts';

const summary = {
  id: ID,
  kind: 'contact' as const,
  name: 'Ada Okafor',
  email: 'ada@example.com',
  status: 'open' as const,
  isPriority: true,
  waitingSince: MARCH_1,
  lastMessageAt: MARCH_1,
  createdAt: MARCH_1,
  excerpt: 'May I listen to a session before I join?',
  version: 1,
  assignee: { id: ID, name: 'Second Administrator' },
};
const conversation = {
  ...summary,
  accountName: 'Ada Okafor',
  typedName: null,
  senderProof: 'signed_in' as const,
  mailboxProblem: null,
  session: null,
  assigned: { by: { id: ID, name: 'Second Administrator' }, at: MARCH_1 },
  closed: null,
  messages: [
    {
      id: ID,
      from: 'person' as const,
      text: 'May I listen to a session before I join?',
      quoted: null,
      otherEmail: null,
      otherName: null,
      isUnconfirmed: false,
      at: MARCH_1,
      delivery: null,
      by: null,
    },
  ],
};
const params = { id: ID };
const isConflict =
  'Send the `version` that the page shows. `version_conflict`: the conversation has changed since, and nothing was done.';

export const conversationDocs = {
  listConversations: {
    summary: 'Lists conversations of staff with people who wrote to the association.',
    description:
      'Messages of the contact page and requests for office hours. Open ones (`open`, `mine`, `unassigned`): those of active annual members first, where they wrote signed in or answered by email, then those that have waited longest. Closed ones: newest first.',
    query: { limit: 50, status: 'open' },
    response: { items: [summary], nextCursor: null, total: 1 },
  },
  readConversation: { summary: 'Reads a conversation with its messages.', params, response: conversation },
  countInbox: { summary: 'Counts open conversations.', response: { open: 3, mine: 1 } },
  listAssignees: {
    summary: 'Lists the administrators who may answer messages: active ones who have logged in.',
    response: { items: [{ id: ID, name: 'Second Administrator' }] },
  },
  assignConversation: {
    summary: 'Assigns a conversation to an administrator, or to nobody.',
    description: isConflict,
    params,
    body: { assignee: ID, version: 1 },
    response: conversation,
  },
  replyToConversation: {
    summary: 'Emails a reply of staff to the person.',
    description: `${isConflict} Choose \`id\`, and repeat a request with the same one: the email is sent once. \`delivery\` shows its status.`,
    params,
    body: { id: OTHER_ID, reply: 'Yes, come on Sunday.', closes: false, version: 1 },
    response: {
      ...conversation,
      waitingSince: null,
      version: 2,
      messages: [
        ...conversation.messages,
        {
          id: OTHER_ID,
          from: 'staff' as const,
          text: 'Yes, come on Sunday.',
          quoted: null,
          otherEmail: null,
          otherName: null,
          isUnconfirmed: false,
          at: MARCH_2,
          delivery: { status: 'pending' as const, reason: null },
          by: { id: ID, name: 'Second Administrator' },
        },
      ],
    },
  },
  closeConversation: {
    summary: 'Closes a conversation until the person writes again.',
    description: isConflict,
    params,
    body: { version: 1 },
    response: {
      ...conversation,
      status: 'closed' as const,
      closed: { by: { id: ID, name: 'Second Administrator' }, at: MARCH_2 },
      waitingSince: null,
      version: 2,
    },
  },
  reopenConversation: {
    summary: 'Opens a closed conversation again.',
    description: isConflict,
    params,
    body: { version: 2 },
    response: { ...conversation, version: 3 },
  },
} satisfies DocsOf<typeof http>;
