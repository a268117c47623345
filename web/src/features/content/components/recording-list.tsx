import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { toastWithUndo } from '../../../components/console/undo.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { recordingList, setRecordingHidden } from '../api/recordings.ts';
import { SHOWN_FILTERS } from '../shown-filters.ts';
import { RecordingForm } from './recording-form.tsx';

/** The name that members see. */
const nameOf = ({ title, topic }: AdminRecording): string => title ?? topic;

const COLUMNS: readonly DataColumn<AdminRecording>[] = [
  { key: 'name', header: 'Name', isLong: true, cell: (recording) => <RowName>{nameOf(recording)}</RowName> },
  { key: 'topic', header: 'Topic in Zoom', isLong: true, cell: ({ topic }) => topic },
  { key: 'when', header: 'Recorded', cell: ({ startTime }) => <ShortTime at={startTime} /> },
  { key: 'length', header: 'Length', align: 'end', cell: ({ duration }) => `${duration} min` },
  { key: 'files', header: 'Zoom files', align: 'end', cell: ({ recordingCount }) => recordingCount },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isHidden }) => (isHidden ? <Badge tone="wait">Hidden</Badge> : <Badge tone="ok">Shown</Badge>),
  },
];

/** Every recording in Zoom, with its visibility to members. */
export const RecordingList = () => {
  const client = useQueryClient();
  const [renaming, setRenaming] = useState<AdminRecording | null>(null);
  const [asked, setAsked] = useState<AdminRecording | null>(null);
  const { start, isPending, error, reset } = useAdminWrite({
    subjectOf: ({ id }) => id,
    run: ({ id, isHidden }: AdminRecording) => setRecordingHidden({ id, isHidden: !isHidden }),
    onSuccess: (recording) => {
      void client.invalidateQueries({ queryKey: ['member', 'recordings'] });
      toastWithUndo({
        title: recording.isHidden ? 'Hidden' : 'Shown',
        description: recording.isHidden
          ? `Members no longer see “${nameOf(recording)}”.`
          : `Members see “${nameOf(recording)}”.`,
        undo: async () => {
          await setRecordingHidden({ id: recording.id, isHidden: !recording.isHidden });
          void client.invalidateQueries({ queryKey: ['member', 'recordings'] });
        },
        undone: `“${nameOf(recording)}” is ${recording.isHidden ? 'shown' : 'hidden'} again.`,
      });
      setAsked(null);
    },
    onError: (error) =>
      toast({ title: 'Nothing has changed', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  const close = () => {
    if (isPending) return;
    reset();
    setAsked(null);
  };
  return (
    <>
      <p>
        Members find the recordings with the status “Shown” on their Recordings page, and active members can watch them.
        Only administrators see the ones with the status “Hidden”. “Zoom files” counts the video, audio and text files
        that Zoom has of a session.
      </p>
      <DataList
        source={recordingList}
        label="Recordings"
        noun={['recording', 'recordings']}
        searchHint="Name or Zoom topic"
        filters={SHOWN_FILTERS}
        columns={COLUMNS}
        rowName={nameOf}
        rowActions={(recording) => [
          { label: 'Rename', permission: 'content:write', onSelect: () => setRenaming(recording) },
          {
            label: recording.isHidden ? 'Show' : 'Hide',
            permission: 'content:write',
            onSelect: () => setAsked(recording),
          },
        ]}
        whenEmpty="Recordings appear here as soon as Zoom has processed them."
      />
      <FormDialog open={renaming !== null} onClose={() => setRenaming(null)} title="Rename recording">
        {renaming !== null && <RecordingForm recording={renaming} onDone={() => setRenaming(null)} />}
      </FormDialog>
      <Dialog
        open={asked !== null}
        onClose={close}
        title={asked === null ? '' : `${asked.isHidden ? 'Show' : 'Hide'} “${nameOf(asked)}”?`}
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Cancel
            </Button>
            <Button
              variant={asked?.isHidden === true ? 'primary' : 'danger'}
              onClick={() => asked !== null && start(asked)}
              busy={isPending}
              busyLabel="Saving..."
            >
              {asked?.isHidden === true ? 'Show it' : 'Hide it'}
            </Button>
          </>
        }
      >
        <p>
          {asked?.isHidden === true
            ? 'Members see it in their list again, and active members can watch it.'
            : 'It disappears from every member’s list immediately and stays hidden, even when Zoom sends an update. A member who has already opened it keeps the Zoom link. To stop that, delete the recording in Zoom.'}
        </p>
        <ActionFailure error={error} />
      </Dialog>
    </>
  );
};
