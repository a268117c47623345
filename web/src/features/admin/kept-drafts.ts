/** What was typed and not saved yet, with the version that it was begun from (0: something new). */
export interface KeptDraft<T> {
  readonly version: number;
  readonly typed: T;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps what is typed in this browser until it is saved. A browser that keeps nothing loses only that. `isTyped` knows what it wrote. */
export const keptDrafts = <T>(
  name: string,
  isTyped: (typed: Readonly<Record<string, unknown>>) => boolean,
  storage: () => Storage,
) => {
  const keyOf = (id: string): string => `lectern:${name}:${id}`;
  return {
    read: (id: string): KeptDraft<T> | null => {
      try {
        const kept = JSON.parse(storage().getItem(keyOf(id)) ?? 'null') as Partial<KeptDraft<T>> | null;
        if (kept === null || typeof kept.version !== 'number' || typeof kept.typed !== 'object' || kept.typed === null)
          return null;
        return isTyped(kept.typed as Readonly<Record<string, unknown>>)
          ? { version: kept.version, typed: kept.typed }
          : null;
      } catch {
        return null;
      }
    },
    keep: (id: string, draft: KeptDraft<T>): void => {
      try {
        storage().setItem(keyOf(id), JSON.stringify(draft));
      } catch {
        // Full, or refused by the browser.
      }
    },
    forget: (id: string): void => {
      try {
        storage().removeItem(keyOf(id));
      } catch {
        // Nothing was kept then.
      }
    },
  };
};

/** The fields, in their order, in which two differ. */
export const differingFields = <T extends object>(
  labels: Readonly<Record<keyof T & string, string>>,
  one: T,
  other: T,
): (keyof T & string)[] => (Object.keys(labels) as (keyof T & string)[]).filter((name) => one[name] !== other[name]);
