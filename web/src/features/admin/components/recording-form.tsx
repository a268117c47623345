import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { fetchRecording, nameRecording } from '../api/recordings.ts';
import { Theirs } from './theirs.tsx';
import { useAdminWrite } from './use-admin-write.ts';
import styles from './wide-form.module.css';

const LABELS = { title: 'Name' } as const;

/** Another name for a recording than Zoom's topic. */
export const RecordingForm = ({ recording, onDone }: { recording: AdminRecording; onDone: () => void }) => {
  const client = useQueryClient();
  const [title, setTitle] = useState(recording.title ?? '');
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<AdminRecording | null>(null);
  const { start, isPending } = useAdminWrite({
    run: (version: number) => nameRecording({ id: recording.id, title: title.trim(), version }),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: ['member', 'recordings'] });
      toast({ title: 'Saved', description: `Members read “${saved.title ?? saved.topic}”.` });
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblem(error.fields['title']);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
      if (error instanceof ApiError && error.code === 'version_conflict') fetchRecording(recording.id).then(setTheirs, () => undefined);
    },
  });
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label="Recording"
      onSubmit={(event) => {
        event.preventDefault();
        start(recording.version);
      }}
    >
      {theirs !== null && (
        <Theirs labels={LABELS} mine={{ title }} theirs={{ title: theirs.title ?? '' }} onTake={onDone} onOverwrite={() => start(theirs.version)} isPending={isPending} />
      )}
      <p>At Zoom: {recording.topic}</p>
      <TextField
        label="Name"
        data-begins=""
        autoComplete="off"
        maxLength={300}
        hint="Left empty, members read Zoom’s topic. What Zoom says later does not change it."
        error={problem}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className={styles['foot']}>
        <Button onClick={onDone} disabled={isPending}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
};
