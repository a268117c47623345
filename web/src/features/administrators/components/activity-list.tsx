import type { AdminAction } from '@lectern/contracts/identity/model';
import { useState } from 'react';
import { ACTION_COLUMNS, nameOfAction, ORIGIN_COLUMN } from '../../../components/console/action-columns.tsx';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { actionList } from '../../../components/console/list-actions.ts';
import { ActionDialog } from './action-dialog.tsx';

const COLUMNS = [
  ...ACTION_COLUMNS.map((column) => (column.key === 'when' ? { ...column, sort: 'createdAt' } : column)),
  ORIGIN_COLUMN,
];

/** All actions of administrators, newest first. */
export const ActivityList = () => {
  const [shown, setShown] = useState<AdminAction | null>(null);
  return (
    <>
      <p>
        Each line says who did something, what they did, and the values that the system recorded for it. Opening the
        page of a person is recorded too, as “Viewed person”.
      </p>
      <DataList
        source={actionList}
        label="Activity"
        noun={['action', 'actions']}
        searchHint="Administrator, action, email or name"
        columns={COLUMNS}
        rowName={nameOfAction}
        rowActions={(action) => [{ label: 'Show everything', onSelect: () => setShown(action) }]}
        whenEmpty="The actions of administrators appear here, newest first."
      />
      <ActionDialog action={shown} onClose={() => setShown(null)} />
    </>
  );
};
