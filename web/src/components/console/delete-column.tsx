import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/table.tsx';

/** The last column of a list: a button that calls `onDelete`. `name` identifies the row in the button's accessible name. */
export const deleteColumn = <T,>(name: (row: T) => string, onDelete: (row: T) => void): Column<T> => ({
  key: 'delete',
  header: 'Delete',
  align: 'end',
  cell: (row) => (
    <Button size="small" variant="danger" onClick={() => onDelete(row)} aria-label={`Delete ${name(row)}`}>
      Delete
    </Button>
  ),
});
