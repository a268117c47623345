import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict } from '../../../components/console/edit-outcome.ts';
import { lastChange, lastChangeOf } from '../../../components/console/last-change.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { nameRecording } from '../api/recordings.ts';

/** Renames a recording; its default name is the topic in Zoom. */
export const RecordingForm = ({ recording, onDone }: { recording: AdminRecording; onDone: () => void }) => {
  const client = useQueryClient();
  const [title, setTitle] = useState(recording.title ?? '');
  const [problem, setProblem] = useState<string>();
  const [version, setVersion] = useState(recording.version);
  const [conflict, setConflict] = useState<Conflict<AdminRecording> | null>(null);
  const { start, isPending, error } = useAdminWrite({
    run: (from: number) => nameRecording(recording.id, { title: title.trim(), version: from }),
    onSuccess: (outcome) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      const { saved } = outcome;
      void client.invalidateQueries({ queryKey: ['member', 'recordings'] });
      toast({ title: 'Saved', description: `Members see “${saved.title ?? saved.topic}”.` });
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblem(error.fields['title']);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label="Recording"
      onSubmit={(event) => {
        event.preventDefault();
        start(version);
      }}
    >
      {conflict !== null && (
        <EditConflict
          key={conflict.current.version}
          saved={lastChangeOf(conflict.current)}
          differences={
            conflict.changed.includes('title')
              ? [
                  {
                    field: 'title',
                    label: 'Name',
                    theirs: conflict.current.title ?? conflict.current.topic,
                    mine: title || recording.topic,
                  },
                ]
              : []
          }
          busy={isPending}
          onTakeTheirs={() => {
            setTitle(conflict.current.title ?? '');
            setVersion(conflict.current.version);
            setConflict(null);
          }}
          onSaveMine={() => start(conflict.current.version)}
        />
      )}
      <p>Topic in Zoom: {recording.topic}</p>
      {recording.changedAt !== null && <p>{lastChange(recording)}</p>}
      <TextField
        label="Name"
        data-begins=""
        autoComplete="off"
        maxLength={300}
        hint="If you leave it empty, members see the Zoom topic. Later changes in Zoom do not overwrite your name."
        error={problem}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <ActionFailure error={error} />
      <Actions end>
        <Button onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={conflict !== null} busy={isPending} busyLabel="Saving...">
          Save
        </Button>
      </Actions>
    </Stack>
  );
};
