import type { Conversation } from '@lectern/contracts/messaging/conversation';
import { keptDrafts } from '../../components/console/kept-drafts.ts';

/** A reply that is not sent yet. Its attempts have one id, so that it is sent once. */
interface ReplyTyped {
  id: string;
  reply: string;
}

/** Stores replies in this browser until they are sent, each under the id of its conversation. */
export const replyDrafts = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => {
  const drafts = keptDrafts<ReplyTyped>(
    'reply-draft',
    ({ id, reply }) => typeof id === 'string' && typeof reply === 'string',
    storage,
    { isPersonal: true },
  );
  return {
    ...drafts,
    /** The draft of an earlier visit; null without one, or where it was sent although the page did not see it. */
    restore: ({ id, messages }: Pick<Conversation, 'id' | 'messages'>): ReplyTyped | null => {
      const typed = drafts.read(id)?.typed ?? null;
      if (typed === null || !messages.some((message) => message.id === typed.id)) return typed;
      drafts.forget(id);
      return null;
    },
  };
};
