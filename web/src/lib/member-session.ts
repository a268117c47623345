import { useSyncExternalStore } from 'react';
import { createTokenStore, safeLocalStorage } from './token-store.ts';
import { endViewToken, viewToken } from './view-token.ts';

const storage = safeLocalStorage();

/** In a tab in which an administrator sees the site as a member, the token is the view's, and the browser's own stays as it is. */
export const memberSession = createTokenStore('userToken', {
  getItem: (key) => {
    const token = viewToken();
    return token === null ? storage.getItem(key) : token || null;
  },
  setItem: (key, token) => storage.setItem(key, token),
  removeItem: (key) => (viewToken() === null ? storage.removeItem(key) : endViewToken()),
});

/** The member's token, or null for a visitor (and while the page is rendered on the server). */
export const useMemberToken = (): string | null =>
  useSyncExternalStore(memberSession.subscribe, memberSession.token, () => null);
