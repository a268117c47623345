import type { Transaction } from './transaction.ts';

/*
 * Locks by key, for what has no row to lock. A key is any text; the services of a database share its keys, so a key
 * begins with what it locks. A lock ends with its transaction.
 */

/** SQL of the number of the key $1. */
export const KEY_NUMBER = 'hashtextextended($1::text, 0)';

export const LOCK_KEY = `SELECT pg_advisory_xact_lock(${KEY_NUMBER})`;

/** Waits for the key's holders, then lets no other transaction hold it. */
export const lockKey = async (tx: Transaction, key: string): Promise<void> => {
  await tx.manager.query(LOCK_KEY, [key]);
};

/** As {@link lockKey}, beside others that share the key. */
export const shareKey = async (tx: Transaction, key: string): Promise<void> => {
  await tx.manager.query(`SELECT pg_advisory_xact_lock_shared(${KEY_NUMBER})`, [key]);
};

/** As {@link lockKey} where no other transaction holds the key; otherwise false, without waiting. */
export const tryLockKey = async (tx: Transaction, key: string): Promise<boolean> => {
  const [row] = await tx.manager.query<{ isFree: boolean }[]>(
    `SELECT pg_try_advisory_xact_lock(${KEY_NUMBER}) AS "isFree"`,
    [key],
  );
  return row?.isFree === true;
};
