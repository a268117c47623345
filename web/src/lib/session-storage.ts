/** Session storage that never throws: some browsers refuse it, and no caller depends on it. */
export const readSession = (key: string): string | null => {
  try {
    return globalThis.sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeSession = (key: string, value: string): void => {
  try {
    globalThis.sessionStorage.setItem(key, value);
  } catch {
    // The page works without the stored value.
  }
};
