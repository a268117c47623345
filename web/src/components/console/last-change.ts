import { formatDateTime } from '../../lib/format.ts';
import type { Saved } from './edit-conflict.tsx';

export interface Changed {
  readonly changedAt: string | null;
  readonly changedBy: { readonly name: string | null } | null;
}

/** The last change by an administrator; undefined where there was none. */
export const lastChangeOf = ({ changedAt, changedBy }: Changed): Saved | undefined =>
  changedAt === null ? undefined : { by: changedBy?.name ?? 'an administrator whose name is not known', at: changedAt };

/** "Last changed by Grace, Nov 22, 2025, 8:00 AM PST."; empty where no administrator changed it. */
export const lastChange = (entity: Changed): string => {
  const change = lastChangeOf(entity);
  return change === undefined ? '' : `Last changed by ${change.by}, ${formatDateTime(change.at)}.`;
};
