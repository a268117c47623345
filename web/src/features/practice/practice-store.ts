import '../../lib/zod-without-eval.ts';
import * as z from 'zod/mini';
import { tidy, type Struck } from './striking.ts';
import { fresh, LENGTH, type Timer } from './timer.ts';

/** The struck topics of a member, the state of the timer, and its topic. */
export interface Practice {
  struck: Struck;
  timer: Timer;
  /** The group whose topic is being prepared or spoken on. */
  group: number | null;
  hasSound: boolean;
}

export const EMPTY: Practice = { struck: {}, timer: fresh('prep'), group: null, hasSound: false };

const VERSION = 1;

const stored = z.object({
  version: z.literal(VERSION),
  struck: z.record(z.string(), z.array(z.number())),
  timer: z.object({ mode: z.enum(['prep', 'speech']), endsAt: z.nullable(z.number()), left: z.number() }),
  group: z.nullable(z.number()),
  hasSound: z.boolean(),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** The stored practice, or an empty one when none is stored, or when it is unreadable or of another version. Unknown groups are left out. */
export const readPractice = (text: string | null, groups: readonly number[]): Practice => {
  const parsed = stored.safeParse(text === null ? null : parseJson(text));
  if (!parsed.success) return EMPTY;
  const { struck, timer, group, hasSound } = parsed.data;
  return {
    struck: Object.fromEntries(
      groups.flatMap((id) => (Object.hasOwn(struck, id) ? [[id, tidy(struck[id]!)] as const] : [])),
    ),
    timer: { ...timer, left: Math.min(LENGTH[timer.mode], Math.max(0, timer.left)) },
    group: group !== null && groups.includes(group) ? group : null,
    hasSound,
  };
};

export const writePractice = (practice: Practice): string => JSON.stringify({ version: VERSION, ...practice });

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export interface PracticeStore {
  readonly current: () => Practice;
  readonly change: (change: (before: Practice) => Practice) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * One member's practice in this browser, observable by React. The key contains the member's id: members who share a
 * machine see only their own practice. Changes of another tab are applied.
 */
export const createPracticeStore = (memberId: string, groups: readonly number[], storage: Storage): PracticeStore => {
  const key = `practice:${memberId}`;
  const listeners = new Set<() => void>();
  let practice = readPractice(storage.getItem(key), groups);
  const take = (next: Practice) => {
    practice = next;
    listeners.forEach((listener) => listener());
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) take(readPractice(event.newValue, groups));
  };
  return {
    current: () => practice,
    change: (change) => {
      const next = change(practice);
      if (next === practice) return;
      try {
        storage.setItem(key, writePractice(next));
      } catch {
        // With a full storage the change is not saved; the page goes on.
      }
      take(next);
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
