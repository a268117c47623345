/** Why a session is over: the person logged out, here or on every device, or the server no longer accepts its token. */
export type SessionEnd = 'logged-out' | 'logged-out-everywhere' | 'expired';

export interface TokenStore {
  readonly token: () => string | null;
  /** How the last session ended; `null` while there is one, and when nobody was signed in. */
  readonly endedBy: () => SessionEnd | null;
  readonly start: (token: string) => void;
  readonly end: (reason: SessionEnd) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Storage that some browsers refuse (private windows, blocked cookies): the session then lasts as long as the page. */
const inMemory = (): Storage => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
};

export const safeLocalStorage = (): Storage => {
  try {
    const storage = globalThis.localStorage;
    storage.getItem('');
    return storage;
  } catch {
    return inMemory();
  }
};

/** One signed-in person's token under its local storage key (specification, section 3), observable by React. */
export const createTokenStore = (key: string, storage: Storage): TokenStore => {
  const listeners = new Set<() => void>();
  let endedBy: SessionEnd | null = null;
  const changed = () => listeners.forEach((listener) => listener());

  // Signing out in one tab ends the session in the others.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };

  return {
    token: () => storage.getItem(key),
    endedBy: () => endedBy,
    start: (token) => {
      storage.setItem(key, token);
      endedBy = null;
      changed();
    },
    end: (reason) => {
      if (storage.getItem(key) === null) return;
      storage.removeItem(key);
      endedBy = reason;
      changed();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) globalThis.addEventListener?.('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.removeEventListener?.('storage', onStorage);
      };
    },
  };
};
