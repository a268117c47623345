import type { AdminProfile } from '@lectern/contracts/identity/model';
import { useSyncExternalStore } from 'react';
import { createTokenStore, safeLocalStorage, type SessionEnd } from './token-store.ts';

const USER_KEY = 'adminUser';
const storage = safeLocalStorage();
const tokens = createTokenStore('adminToken', storage);

/** The administrator's token and account. Both are removed when the session ends. */
export const adminSession = {
  token: tokens.token,
  endedBy: tokens.endedBy,
  subscribe: tokens.subscribe,
  /** As stored; `parseAdmin` reads it. */
  storedAdmin: (): string | null => storage.getItem(USER_KEY),
  start: (token: string, admin: AdminProfile): void => {
    storage.setItem(USER_KEY, JSON.stringify(admin));
    tokens.start(token);
  },
  /** Keeps the account as the server has it now. */
  update: ({ id, email, name, role }: AdminProfile): void =>
    storage.setItem(USER_KEY, JSON.stringify({ id, email, name, role })),
  /** Replaces the token with another one of the same administrator. */
  renew: (token: string): void => tokens.start(token),
  end: (reason: SessionEnd): void => {
    storage.removeItem(USER_KEY);
    tokens.end(reason);
  },
};

export const useAdminToken = (): string | null => useSyncExternalStore(tokens.subscribe, tokens.token, () => null);
