import { adminSession } from '../../lib/admin-session.ts';
import { parseAdmin } from '../../lib/parse-admin.ts';

/** Unsaved form values, with the saved version that they are based on (0: never saved). */
export interface KeptDraft<T> {
  readonly version: number;
  readonly typed: T;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The keys of an administrator's drafts begin with it, so that another one in the same browser does not get them. Throws when nobody is
 * logged in.
 */
const prefixOf = (kind: 'draft' | 'personal'): string => {
  const admin = parseAdmin(adminSession.storedAdmin());
  if (admin === null) throw new Error('No administrator is logged in');
  return `lectern:${kind}:${admin.id}:`;
};

/** Deletes the administrator's drafts with personal data of others, before they log out. */
export const forgetPersonalDrafts = (storage: () => Storage): void => {
  try {
    const prefix = prefixOf('personal');
    const stored = storage();
    for (const key of Object.keys(stored)) if (key.startsWith(prefix)) stored.removeItem(key);
  } catch {
    // Then nothing was stored.
  }
};

/**
 * Stores unsaved form values in this browser, for the administrator who is logged in. If the browser refuses, nothing is stored.
 * `isTyped` checks the stored values. `isPersonal`: they are about another person, and are deleted when the administrator logs out.
 * `isBeforeLogin`: they are typed where nobody can be logged in yet.
 */
export const keptDrafts = <T>(
  name: string,
  isTyped: (typed: Readonly<Record<string, unknown>>) => boolean,
  storage: () => Storage,
  { isPersonal = false, isBeforeLogin = false } = {},
) => {
  const keyOf = (id: string): string =>
    `${isBeforeLogin ? 'lectern:draft:' : prefixOf(isPersonal ? 'personal' : 'draft')}${name}:${id}`;
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
