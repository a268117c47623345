import { expect, it } from 'vitest';
import type { Conversation } from '@lectern/contracts/messaging/conversation';
import { replyDrafts } from './reply-draft.ts';
import { adminSession } from '../../lib/admin-session.ts';

adminSession.start('token', {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'admin@example.org',
  name: 'Robin',
  role: 'owner',
});

const typed = { id: 'reply-1', reply: 'Come on Sunday.' };
const conversationOf = (...ids: string[]) => ({
  id: 'conversation-1',
  messages: ids.map((id) => ({ id }) as Conversation['messages'][number]),
});

const stored = () => {
  const kept = new Map<string, string>();
  const drafts = replyDrafts(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  drafts.keep('conversation-1', { version: 1, typed });
  return { drafts, kept };
};

it('restores a reply that was typed on an earlier visit, with its id', () => {
  const { drafts, kept } = stored();
  expect(drafts.restore(conversationOf('message-1'))).toEqual(typed);
  expect(drafts.restore({ ...conversationOf(), id: 'conversation-2' })).toBeNull();
  expect(kept.size).toBe(1);
});

it('removes a reply that was sent', () => {
  const { drafts, kept } = stored();
  expect(drafts.restore(conversationOf('message-1', 'reply-1'))).toBeNull();
  expect(kept.size).toBe(0);
});
