import { useState, type ComponentProps, type ReactNode } from 'react';
import { messageOr } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Column } from '../ui/table.tsx';
import { ActionFailure } from './action-failure.tsx';
import { AdminList } from './admin-list.tsx';
import { deleteColumn } from './delete-column.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { keptPaymentsWords } from './payment-words.ts';
import styles from './removable-list.module.css';
import { removedInWords, removeMany } from './remove-many.ts';
import { useAdminWrite } from './use-admin-write.ts';

interface Row {
  id: string;
  firstName: string;
  lastName: string;
}

interface Props<T extends Row> extends Omit<ComponentProps<typeof AdminList<T>>, 'actions'> {
  remove: (id: string) => Promise<{ message: string }>;
  /** The payment for a row that deleting does not refund, in cents. */
  keptPayment: (row: T) => number;
  /** Explains what happens to a row and its payment. */
  aftermath: (row: T) => ReactNode;
  /** Says whether the person of a row is emailed and what happens to the place; of several people without `row`. */
  consequences: (row?: T) => string;
}

const nameOf = ({ firstName, lastName }: Row): string => `${firstName} ${lastName}`;
/** The number of names to list before the rest is only counted. */
const NAMED = 6;

/** A list of registrations in which staff delete one row, or select several and delete them. */
export const RemovableList = <T extends Row>({
  remove,
  keptPayment,
  aftermath,
  consequences,
  columns,
  noun,
  ...list
}: Props<T>) => {
  const [leaving, setLeaving] = useState<T | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly T[]>([]);

  const select = (rows: readonly T[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      for (const { id } of rows)
        if (isSelected) after.add(id);
        else after.delete(id);
      return after;
    });
  const selectColumn: Column<T> = {
    key: 'select',
    header: 'Select',
    cell: (row) => (
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={`Select ${nameOf(row)}`}
        checked={selected.has(row.id)}
        onChange={(event) => select([row], event.target.checked)}
      />
    ),
  };

  return (
    <>
      <AdminList
        {...list}
        noun={noun}
        columns={[selectColumn, ...columns, deleteColumn<T>(nameOf, setLeaving)]}
        actions={(_view, _total, rows) => {
          const chosen = rows.filter(({ id }) => selected.has(id));
          return (
            rows.length > 0 && (
              <>
                <label className={styles['all']}>
                  <input
                    type="checkbox"
                    className={styles['box']}
                    checked={chosen.length === rows.length}
                    onChange={(event) => select(rows, event.target.checked)}
                  />
                  {rows.length === 1 ? 'Select the one shown' : `Select all ${rows.length} shown`}
                </label>
                <Button size="small" variant="danger" disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
                  {chosen.length === 0 ? 'Delete selected' : `Delete ${chosen.length} selected`}
                </Button>
              </>
            )
          );
        }}
      />
      <DeleteDialog
        id={leaving?.id ?? null}
        name={leaving === null ? '' : nameOf(leaving)}
        remove={remove}
        done="Registration deleted"
        failed={{ title: 'Error deleting registration', description: 'Failed to delete registration' }}
        onClose={() => setLeaving(null)}
      >
        {leaving !== null && (
          <>
            {aftermath(leaving)}
            <p>{consequences(leaving)}</p>
          </>
        )}
      </DeleteDialog>
      <DeleteManyDialog
        rows={asked}
        remove={remove}
        keptPayment={keptPayment}
        consequences={consequences}
        noun={noun}
        onLeft={setAsked}
        onClose={() => setAsked([])}
      />
    </>
  );
};

interface ManyProps<T extends Row> extends Pick<Props<T>, 'remove' | 'keptPayment' | 'consequences' | 'noun'> {
  /** The rows to delete; empty while the dialog is closed. */
  rows: readonly T[];
  /** Receives the rows that an error left. */
  onLeft: (rows: readonly T[]) => void;
  onClose: () => void;
}

const DeleteManyDialog = <T extends Row>({
  rows,
  remove,
  keptPayment,
  consequences,
  noun,
  onLeft,
  onClose,
}: ManyProps<T>) => {
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  const leave = () => {
    setFailure(null);
    onClose();
  };
  const { start, isPending } = useAdminWrite({
    run: (ids: readonly string[]) => removeMany(ids, remove, setDone),
    onSuccess: (outcome) => {
      const description = removedInWords(outcome, rows.length, noun);
      if (outcome.stoppedBy === null) {
        toast({ title: 'Registrations deleted', description });
        leave();
        return;
      }
      toast({
        title: 'Some were not deleted',
        description: `${description} ${messageOr(outcome.stoppedBy, 'Please try again.')}`,
        variant: 'destructive',
      });
      setFailure(outcome.stoppedBy);
      onLeft(rows.slice(outcome.removed + outcome.gone));
    },
    onError: () => undefined,
  });
  const close = () => {
    if (!isPending) leave();
  };
  const names = rows.slice(0, NAMED).map(nameOf).join(', ');
  const count = `${rows.length} ${noun[rows.length === 1 ? 0 : 1]}`;
  return (
    <Dialog
      open={rows.length > 0}
      onClose={close}
      title={`Delete ${count}?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Keep them
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setDone(0);
              setFailure(null);
              start(rows.map(({ id }) => id));
            }}
            busy={isPending}
            busyLabel={`Deleting ${Math.min(done + 1, rows.length)} of ${rows.length}...`}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>
        {names}
        {rows.length > NAMED && ` and ${rows.length - NAMED} more`} {rows.length === 1 ? 'is' : 'are'} removed from the
        list.
      </p>
      <p>{keptPaymentsWords(rows.map(keptPayment))}</p>
      <p>{consequences()}</p>
      <ActionFailure error={failure} fallback="Please try again." />
    </Dialog>
  );
};
