/** Session storage that never throws: some browsers refuse it, and nothing here is worth failing for. */
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
    // Nothing is lost that the page cannot do without.
  }
};
