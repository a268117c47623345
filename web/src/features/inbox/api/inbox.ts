import type { Conversation, ConversationSummary, ConversationView } from '@lectern/contracts/messaging/conversation';
import * as http from '@lectern/contracts/messaging/conversation-http';
import { queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** People and other administrators write meanwhile. In milliseconds. */
const AGAIN_MS = 20_000;

export const conversationList: AdminListSource<ConversationSummary> = {
  key: 'inbox',
  again: () => AGAIN_MS,
  ask: ({ limit, cursor, q, status }, signal) =>
    callAdmin(http.listConversations, {
      query: { limit, cursor, q, status: status as ConversationView | undefined },
      signal,
    }),
};

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'conversation', id],
    queryFn: ({ signal }) => callAdmin(http.readConversation, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });

export const assigneesQuery = queryOptions({
  queryKey: ['admin', 'assignees'],
  queryFn: ({ signal }) => callAdmin(http.listAssignees, { signal }),
});

export const sendReply = ({
  conversationId,
  ...body
}: BodyOf<typeof http.replyToConversation> & { conversationId: string }) =>
  callAdmin(http.replyToConversation, { params: { id: conversationId }, body });

type Versioned = Pick<Conversation, 'id' | 'version'>;

export const assign = ({ id, version, assignee }: Versioned & { assignee: string | null }) =>
  callAdmin(http.assignConversation, { params: { id }, body: { assignee, version } });

export const close = ({ id, version }: Versioned) =>
  callAdmin(http.closeConversation, { params: { id }, body: { version } });

export const reopen = ({ id, version }: Versioned) =>
  callAdmin(http.reopenConversation, { params: { id }, body: { version } });
