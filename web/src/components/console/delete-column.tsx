import type { Permission } from '@lectern/contracts/identity/permission';
import type { DataColumn } from './data-table/data-column.ts';
import { RowButton } from './row-button.tsx';

/**
 * The last column of the lists whose columns are specified: a button that calls `onDelete`. `name` identifies the row in the button's
 * accessible name. Other lists have a menu in each row.
 */
export const deleteColumn = <T,>(
  name: (row: T) => string,
  onDelete: (row: T) => void,
  permission: Permission,
): DataColumn<T> => ({
  permission,
  key: 'delete',
  header: 'Delete',
  align: 'end',
  isFixed: true,
  cell: (row) => (
    <RowButton variant="danger" onClick={() => onDelete(row)} aria-label={`Delete ${name(row)}`}>
      Delete
    </RowButton>
  ),
});
