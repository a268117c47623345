import type { DocumentHistoryEntry, ManagedDocument } from '@lectern/contracts/content/document-http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { Moment } from '../../../components/console/moment.tsx';
import { saverOf } from '../../../components/console/saver-of.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { documentsQuery as readersQuery } from '../../../components/documents/list-documents.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadVersion, historyQuery, restoreDocument } from '../api/documents.ts';
import { sizeOf } from '../size-of.ts';
import styles from './documents.module.css';

const columns = (
  current: number,
  download: (version: number) => void,
  restore: (version: number) => void,
): readonly Column<DocumentHistoryEntry>[] => [
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, restoredFrom }) => (
      <span>
        {version}
        {restoredFrom !== null && ` (version ${restoredFrom} again)`}{' '}
        {version === current && <Badge tone="ok">Current</Badge>}
      </span>
    ),
  },
  { key: 'title', header: 'Title', cell: ({ title }) => title },
  { key: 'size', header: 'Size', cell: sizeOf },
  {
    key: 'saved',
    header: 'Saved',
    cell: ({ savedAt }) => (savedAt === null ? 'At the start' : <Moment at={savedAt} />),
  },
  { key: 'by', header: 'By', cell: saverOf },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ version }) => (
      <Actions end>
        <Button size="small" aria-label={`Download version ${version}`} onClick={() => download(version)}>
          Download
        </Button>
        {version !== current && (
          <Button size="small" aria-label={`Restore version ${version}`} onClick={() => restore(version)}>
            Restore
          </Button>
        )}
      </Actions>
    ),
  },
];

/** The versions of a document, each to download and to restore. */
export const DocumentHistory = ({ document: { key, title, version: current } }: { document: ManagedDocument }) => {
  const client = useQueryClient();
  const [chosen, choose] = useState<number | null>(null);
  const { data, error, refetch, isFetching } = useQuery(historyQuery(key));
  const download = useOneAtATime({
    run: (version: number) => downloadVersion(key, version),
    onSuccess: () => undefined,
    onError: (failure) =>
      toast({ title: 'Not downloaded', description: messageOr(failure, failure.message), variant: 'destructive' }),
  });
  const restore = useAdminWrite({
    run: (version: number) => restoreDocument(key, { version: current, restore: version }),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: readersQuery.queryKey });
      toast({ title: 'Restored', description: `Readers get “${saved.title}” as it was then.` });
      choose(null);
    },
    onError: () => undefined,
  });
  return (
    <Stack as="section" gap={4} aria-labelledby="history">
      <h2 id="history" className={styles['heading']}>
        History
      </h2>
      {data !== undefined ? (
        <Table
          caption="Versions"
          columns={columns(current, download.start, (version) => {
            restore.reset();
            choose(version);
          })}
          rows={data}
          rowKey={({ version }) => String(version)}
        />
      ) : error === null ? (
        <Skeleton lines={3} label="Loading the history" />
      ) : (
        <ErrorState title="The history could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {chosen !== null && (
        <ConfirmDialog
          open
          title={`Restore version ${chosen} of “${title}”?`}
          action="Restore"
          busyAction="Restoring..."
          back="Cancel"
          variant="primary"
          busy={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.start(chosen)}
          onClose={() => choose(null)}
        >
          <p>Readers get its file, title and description from then on. The current version stays in the history.</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
};
