import { safeLocalStorage } from '../../../lib/token-store.ts';
import type { DataColumn } from './data-column.ts';

const storage = safeLocalStorage();
const keyOf = (list: string): string => `consoleColumns:${list}`;

type Named = Pick<DataColumn<never>, 'key' | 'isExtra'>;

const usuallyHidden = (columns: readonly Named[]): string[] =>
  columns.filter(({ isExtra }) => isExtra === true).map(({ key }) => key);

/** The columns that an administrator hid in a list on this device; the usual ones if nothing was chosen. */
export const readHidden = (list: string, columns: readonly Named[]): readonly string[] => {
  const stored = storage.getItem(keyOf(list));
  return stored === null ? usuallyHidden(columns) : stored.split(',').filter((key) => key !== '');
};

export const storeHidden = (list: string, hidden: readonly string[]): void =>
  storage.setItem(keyOf(list), hidden.join(','));
