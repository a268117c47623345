import { type FormEvent, useId, useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { countOf } from '../../../components/console/list-view.ts';
import { keptPaymentsWords } from '../../../components/console/payment-words.ts';
import { removedInWords, removeMany } from '../../../components/console/remove-many.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { nameOf, type Registration, type Removable } from '../removable.ts';

interface Props<T extends Registration> extends Removable<T> {
  /** The rows to delete; empty while the dialog is closed. */
  rows: readonly T[];
  /** Receives the rows that an error left. */
  onLeft: (rows: readonly T[]) => void;
  onClose: () => void;
}

const NOUN = ['registration', 'registrations'] as const;
/** The number of names to list before the rest is only counted. */
const NAMED = 6;

/**
 * Deletes several registrations, once their number is typed, because nothing brings them back; those that an error left stay in the dialog and
 * can be tried again.
 */
export const RemoveManyDialog = <T extends Registration>({
  rows,
  remove,
  keptPayment,
  consequences,
  onLeft,
  onClose,
}: Props<T>) => {
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const formId = useId();
  const leave = () => {
    setFailure(null);
    setTyped('');
    setWrong(false);
    onClose();
  };
  const { start, isPending } = useAdminWrite({
    run: (ids: readonly string[]) => removeMany(ids, remove, setDone),
    onSuccess: (outcome) => {
      const description = removedInWords(outcome, rows.length, NOUN);
      if (outcome.stoppedBy === null) {
        toast({ title: 'Registrations deleted', description });
        leave();
        return;
      }
      const left = rows.slice(outcome.removed + outcome.gone);
      toast({
        title: 'Some were not deleted',
        description: `${description} ${left[0] === undefined ? '' : `${nameOf(left[0])}: `}${messageOr(outcome.stoppedBy, 'Please try again.')}`,
        variant: 'destructive',
      });
      setFailure(outcome.stoppedBy);
      setTyped('');
      onLeft(left);
    },
    onError: () => undefined,
  });
  const close = () => {
    if (!isPending) leave();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isRight = rows.length === 1 || typed.trim() === String(rows.length);
    setWrong(!isRight);
    if (!isRight) event.currentTarget.querySelector('input')?.focus();
    if (!isRight || isPending) return;
    setDone(0);
    setFailure(null);
    start(rows.map(({ id }) => id));
  };
  const names = rows.slice(0, NAMED).map(nameOf).join(', ');
  return (
    <FormDialog
      open={rows.length > 0}
      onClose={close}
      title={`Delete ${countOf(rows.length, NOUN)}?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Keep them
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
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
      <form id={formId} onSubmit={submit} noValidate>
        {rows.length > 1 && (
          <TextField
            label="How many are deleted"
            hint={`Type ${rows.length}: this cannot be undone.`}
            error={isWrong ? `Type ${rows.length} to delete ${countOf(rows.length, NOUN)}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        )}
      </form>
      <ActionFailure error={failure} fallback="Please try again." />
    </FormDialog>
  );
};
