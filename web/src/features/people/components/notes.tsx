import { useMay } from '../../../components/console/use-admin.ts';
import type { PersonNote } from '@lectern/contracts/person-timeline';
import { noteForm } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { removeNote, writeNote } from '../api/notes.ts';
import styles from './person.module.css';

/** Attempts of one note have one id, so that it is added once. */
const newNote = (email: string) => ({ id: crypto.randomUUID() as string, email, note: '' });

const AddNote = ({ email }: { email: string }) => {
  const { register, handleSubmit, setError, reset, formState, kept } = useKeptForm(
    { resolver: contractResolver(noteForm), defaultValues: newNote(email) },
    { keep: `note:${email}`, base: 0, isPersonal: true },
  );
  const { start, isPending, error } = useAdminWrite({
    run: writeNote,
    onSuccess: ({ message }) => {
      toast({ title: 'Note added', description: message });
      kept.forget();
      reset(newNote(email));
    },
    onError: (error) => {
      showFieldErrors(error, ['note'], setError);
      toast({ title: 'Not added', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return (
    <Stack
      as="form"
      gap={3}
      noValidate
      aria-label="New note"
      onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
    >
      <KeptFormNotice kept={kept} />
      <TextareaField
        label="Note"
        rows={2}
        hint="For staff. The person gets it when they ask for their data, and it is deleted with their account."
        error={formState.errors.note?.message}
        {...register('note')}
      />
      <ActionFailure error={error} />
      <Actions>
        <Button type="submit" size="small" busy={isPending} busyLabel="Adding...">
          Add note
        </Button>
      </Actions>
    </Stack>
  );
};

/** The notes of staff about a person, newest first, and the form that adds one. */
export const Notes = ({ email, notes }: { email: string; notes: readonly PersonNote[] }) => {
  const [chosen, setChosen] = useState<PersonNote | null>(null);
  const mayWrite = useMay()('people:write');
  const { start, isPending, error, reset } = useAdminWrite({
    run: removeNote,
    onSuccess: ({ message }) => {
      toast({ title: 'Note deleted', description: message });
      setChosen(null);
    },
    onError: (error) => {
      toast({ title: 'Not deleted', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return (
    <Stack as="section" gap={4} aria-labelledby="person-notes">
      <h2 id="person-notes" className={styles['section']}>
        Notes
      </h2>
      {notes.length > 0 && (
        <ol className={styles['notes']}>
          {notes.map((note) => (
            <li key={note.id} className={styles['note']}>
              <p className={styles['text']}>{note.text}</p>
              <p className={styles['by']}>
                {note.by ?? 'A former administrator'}, <time dateTime={note.at}>{formatDateTime(note.at)}</time>
              </p>
              {mayWrite && (
                <Button size="small" onClick={() => setChosen(note)}>
                  Delete<span className="visually-hidden"> the note of {formatDateTime(note.at)}</span>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? <AddNote email={email} /> : notes.length === 0 && <p>There are no notes.</p>}
      <ConfirmDialog
        open={chosen !== null}
        title="Delete this note?"
        action="Delete"
        busyAction="Deleting..."
        back="Keep it"
        busy={isPending}
        error={error}
        fallback="The note is still there."
        onConfirm={() => {
          if (chosen !== null) start(chosen.id);
        }}
        onClose={() => {
          reset();
          setChosen(null);
        }}
      >
        <p className={styles['text']}>{chosen?.text}</p>
      </ConfirmDialog>
    </Stack>
  );
};
