import type { AdminAction } from '@lectern/contracts/identity/model';
import { describeAction, describeDetails } from './action-details.ts';
import type { DataColumn } from './data-table/data-column.ts';
import { originInWords } from './origin-in-words.ts';
import { ShortTime } from './short-date.tsx';

export const nameOfAction = ({ action, adminName }: AdminAction): string => `${describeAction(action)} by ${adminName}`;

/** The time, the administrator, the action and its target. */
export const ACTION_COLUMNS: readonly DataColumn<AdminAction>[] = [
  { key: 'when', header: 'When', cell: (action) => <ShortTime at={action.createdAt} /> },
  { key: 'who', header: 'Done by', cell: (action) => action.adminName },
  { key: 'action', header: 'Action', isLong: true, cell: (action) => describeAction(action.action) },
  { key: 'details', header: 'Details', isLong: true, cell: (action) => describeDetails(action.details) || '—' },
];

/** The IP address and the browser of an action; for older actions, only the network. */
export const ORIGIN_COLUMN: DataColumn<AdminAction> = {
  key: 'from',
  header: 'From',
  cell: (action) => {
    const { address, browser } = originInWords(action);
    return [address, browser].filter((part) => part !== '').join(', ');
  },
};
