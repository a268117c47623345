import type { AdminAction } from '@lectern/contracts/identity/model';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ACTION_COLUMNS, nameOfAction, ORIGIN_COLUMN } from '../../../components/console/action-columns.tsx';
import { describeAction } from '../../../components/console/action-details.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { actionList, actionNamesQuery } from '../../../components/console/list-actions.ts';
import type { ListFilter } from '../../../components/console/list-view.ts';
import { administratorsQuery } from '../api/administrators.ts';
import { ActionDialog } from './action-dialog.tsx';

const COLUMNS = [
  ...ACTION_COLUMNS.map((column) => (column.key === 'when' ? { ...column, sort: 'createdAt' } : column)),
  ORIGIN_COLUMN,
];

/** By the person and by the kind of action. */
const useActionFilters = (): readonly ListFilter[] => {
  const { data: staff } = useQuery(administratorsQuery);
  const { data: names } = useQuery(actionNamesQuery);
  return useMemo(
    () => [
      {
        key: 'adminId',
        label: 'Done by',
        all: 'Everyone',
        options: (staff ?? []).map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` })),
      },
      {
        key: 'action',
        label: 'Action',
        all: 'Every action',
        options: (names ?? []).map((name) => ({ value: name, label: describeAction(name) })),
      },
    ],
    [staff, names],
  );
};

/** All actions of administrators, newest first, or those of one person or of one kind. */
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
        filters={useActionFilters()}
        columns={COLUMNS}
        rowName={nameOfAction}
        rowActions={(action) => [{ label: 'Show everything', onSelect: () => setShown(action) }]}
        whenEmpty="The actions of administrators appear here, newest first."
      />
      <ActionDialog action={shown} onClose={() => setShown(null)} />
    </>
  );
};
