import { ACTION_COLUMNS, ORIGIN_COLUMN } from '../../../components/console/action-columns.tsx';
import { AdminList } from '../../../components/console/admin-list.tsx';
import { actionList } from '../../../components/console/list-actions.ts';

const COLUMNS = [
  ...ACTION_COLUMNS.map((column) => (column.key === 'when' ? { ...column, sort: 'createdAt' } : column)),
  ORIGIN_COLUMN,
];

/** All actions of administrators, newest first. */
export const ActivityList = () => (
  <>
    <p>
      Each line says who did something, what they did, and the values that the system recorded for it. Opening the page
      of a person is recorded too, as “Viewed person”.
    </p>
    <AdminList
      source={actionList}
      label="Activity"
      noun={['action', 'actions']}
      searchHint="Administrator, action, email or name"
      columns={COLUMNS}
      whenEmpty="The actions of administrators appear here, newest first."
    />
  </>
);
