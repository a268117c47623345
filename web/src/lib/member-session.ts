import { useSyncExternalStore } from 'react';
import { createTokenStore, safeLocalStorage } from './token-store.ts';

export const memberSession = createTokenStore('userToken', safeLocalStorage());

/** The member's token, or null for a visitor (and while the page is rendered on the server). */
export const useMemberToken = (): string | null =>
  useSyncExternalStore(memberSession.subscribe, memberSession.token, () => null);
