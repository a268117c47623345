import type { StoredConversationSummary } from '@lectern/contracts/messaging/conversation';
import type { ListedConversation } from '../conversation/conversation.repository.ts';

/** A conversation in a list. */
export const presentSummary = ({
  id,
  kind,
  name,
  accountName,
  email,
  status,
  isPriority,
  waitingSince,
  lastMessageAt,
  createdAt,
  excerpt,
  version,
  assigneeId,
}: ListedConversation): StoredConversationSummary => ({
  id,
  kind,
  name: accountName ?? name,
  email,
  status,
  isPriority,
  waitingSince: waitingSince?.toISOString() ?? null,
  lastMessageAt: lastMessageAt.toISOString(),
  createdAt: createdAt.toISOString(),
  excerpt,
  version,
  assigneeId,
});
