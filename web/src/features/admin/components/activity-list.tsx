import { actionList } from '../api/list-actions.ts';
import { ACTION_COLUMNS, ORIGIN_COLUMN } from './action-columns.tsx';
import { AdminList } from './admin-list.tsx';

const COLUMNS = [
  ...ACTION_COLUMNS.map((column) => (column.key === 'when' ? { ...column, sort: 'createdAt' } : column)),
  ORIGIN_COLUMN,
];

/** All actions of administrators, newest first. */
export const ActivityList = () => (
  <AdminList
    source={actionList}
    label="Activity"
    noun={['action', 'actions']}
    searchHint="Administrator, action, email or name"
    columns={COLUMNS}
    whenEmpty="The actions of administrators appear here, newest first."
  />
);
