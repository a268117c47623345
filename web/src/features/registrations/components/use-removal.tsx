import { useMay } from '../../../components/console/use-admin.ts';
import { useState, type ReactNode } from 'react';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RemoveManyDialog } from './remove-many-dialog.tsx';
import { nameOf, type Registration, type Removable } from '../removable.ts';

interface Props<T extends Registration> extends Removable<T> {
  /** Explains what happens to a row and its payment. */
  aftermath: (row: T) => ReactNode;
}

/**
 * The deletion of registrations: `ask` confirms one, `bulkActions` are the buttons for several, and `dialogs` belong anywhere in the
 * page.
 */
export const useRemoval = <T extends Registration>({ aftermath, ...removable }: Props<T>) => {
  const { remove, consequences } = removable;
  const mayRemove = useMay()('registrations:write');
  const [leaving, ask] = useState<T | null>(null);
  const [many, setMany] = useState<readonly T[]>([]);
  const dialogs = (
    <>
      <DeleteDialog
        id={leaving?.id ?? null}
        name={leaving === null ? '' : nameOf(leaving)}
        remove={remove}
        done="Registration deleted"
        failed={{ title: 'Error deleting registration', description: 'Failed to delete registration' }}
        onClose={() => ask(null)}
      >
        {leaving !== null && (
          <>
            {aftermath(leaving)}
            <p>{consequences(leaving)}</p>
          </>
        )}
      </DeleteDialog>
      <RemoveManyDialog {...removable} rows={many} onLeft={setMany} onClose={() => setMany([])} />
    </>
  );
  const bulkActions = (selected: readonly T[]) => (
    <Button size="small" variant="danger" onClick={() => setMany(selected)}>
      Delete {selected.length} selected
    </Button>
  );
  return { ask, ...(mayRemove ? { bulkActions } : {}), dialogs };
};
