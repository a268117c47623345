/** Unsaved form values, with the saved version that they are based on (0: never saved). */
export interface KeptDraft<T> {
  readonly version: number;
  readonly typed: T;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores unsaved form values in this browser. If the browser refuses, nothing is stored. `isTyped` checks the stored values. */
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
        // The storage is full, or the browser refuses it.
      }
    },
    forget: (id: string): void => {
      try {
        storage().removeItem(keyOf(id));
      } catch {
        // Then nothing was stored.
      }
    },
  };
};

/** Lists and their items are the same where their contents are. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The fields in which two versions differ, in the order of `labels`. */
export const differingFields = <T extends object>(
  labels: Readonly<Record<keyof T & string, string>>,
  one: T,
  other: T,
): (keyof T & string)[] =>
  (Object.keys(labels) as (keyof T & string)[]).filter((name) => !isSame(one[name], other[name]));

const BEFORE = 40;
const SHOWN = 400;

/** The part of a text around its first difference from another text. */
export const whereItDiffers = (text: string, other: string): string => {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = same <= BEFORE ? 0 : same - BEFORE;
  const part = text.slice(from, from + SHOWN);
  return part === '' ? '(empty)' : `${from > 0 ? '… ' : ''}${part}${from + SHOWN < text.length ? ' …' : ''}`;
};
