import type { AdminAction } from '@lectern/contracts/identity/model';
import type { Column } from '../ui/table.tsx';
import { describeAction, describeDetails } from './action-details.ts';
import { Moment } from './moment.tsx';
import { originInWords } from './origin-in-words.ts';
import styles from './pair.module.css';

/** The time, the administrator, the action and its target. */
export const ACTION_COLUMNS: readonly Column<AdminAction>[] = [
  {
    key: 'when',
    header: 'When',
    cell: (action) => <Moment at={action.createdAt} />,
  },
  { key: 'who', header: 'Done by', cell: (action) => action.adminName },
  { key: 'action', header: 'Action', cell: (action) => describeAction(action.action) },
  { key: 'details', header: 'Details', breakable: true, cell: (action) => describeDetails(action.details) || '—' },
];

/** The IP address and the browser of an action; for older actions, only the network. */
export const ORIGIN_COLUMN: Column<AdminAction> = {
  key: 'from',
  header: 'From',
  cell: (action) => {
    const { address, browser } = originInWords(action);
    return (
      <span className={styles['pair']}>
        <span>{address}</span>
        <span className={styles['small']} title={action.userAgent ?? undefined}>
          {browser}
        </span>
      </span>
    );
  },
};
