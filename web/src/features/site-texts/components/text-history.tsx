import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { SiteTextHistoryEntry, SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { Moment } from '../../../components/console/moment.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { historyQuery, restoreText, versionQuery } from '../api/site-texts.ts';
import { saverOf } from '../../../components/console/saver-of.ts';
import styles from './site-text-editor.module.css';
import { ScrollArea } from './scroll-area.tsx';
import { TextPreview } from './text-preview.tsx';
import { VersionDifferences } from './version-differences.tsx';

interface Props {
  of: SiteTextKey;
  /** The version that the form is based on, and its words. */
  version: number;
  value: FieldValues;
  mayRestore: boolean;
  /** Whether the form has unsaved changes, which restoring would replace. */
  isDirty: boolean;
  onRestored: (saved: SiteTextVersion) => void;
  onFailed: (error: Error) => void;
}

const columns = (newest: number, view: (version: number) => void): readonly Column<SiteTextHistoryEntry>[] => [
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, restoredFrom }) => (
      <span>
        {version}
        {restoredFrom !== null && ` (version ${restoredFrom} again)`}{' '}
        {version === newest && <Badge tone="ok">Current</Badge>}
      </span>
    ),
  },
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
    cell: ({ version, isReadable }) =>
      !isReadable ? (
        'Saved by an earlier release in another form'
      ) : version === newest ? null : (
        <Button size="small" aria-label={`View version ${version}`} onClick={() => view(version)}>
          View
        </Button>
      ),
  },
];

/** The versions of a text, each to view and to restore. */
export const TextHistory = ({ of, version: current, value, mayRestore, isDirty, onRestored, onFailed }: Props) => {
  const [viewed, view] = useState<number | null>(null);
  const history = useInfiniteQuery(historyQuery(of));
  const rows = history.data?.pages.flatMap(({ items }) => items) ?? [];
  // Somebody else may have saved since the form was opened.
  const newest = rows[0]?.version ?? current;
  return (
    <Stack as="section" gap={4} aria-labelledby="history">
      <h2 id="history" tabIndex={-1} className={styles['heading']}>
        History
      </h2>
      {history.isPending ? (
        <Skeleton lines={3} label="Loading the history" />
      ) : history.isError ? (
        <ErrorState
          title="The history could not be loaded"
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        >
          {history.error.message}
        </ErrorState>
      ) : (
        <Table
          caption="Versions"
          columns={columns(newest, view)}
          rows={rows}
          rowKey={({ version }) => String(version)}
        />
      )}
      {history.hasNextPage && (
        <div>
          <Button
            size="small"
            busy={history.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void history.fetchNextPage()}
          >
            Earlier versions
          </Button>
        </div>
      )}
      {viewed !== null && (
        <ViewedVersion
          key={viewed}
          of={of}
          version={current}
          value={value}
          viewed={viewed}
          mayRestore={mayRestore}
          isDirty={isDirty}
          onRestored={onRestored}
          onFailed={onFailed}
          onClose={() => view(null)}
        />
      )}
    </Stack>
  );
};

const ViewedVersion = ({
  of,
  version,
  value,
  viewed,
  mayRestore,
  isDirty,
  onRestored,
  onFailed,
  onClose,
}: Props & { viewed: number; onClose: () => void }) => {
  const { data, error, refetch, isFetching } = useQuery(versionQuery(of, viewed));
  const restore = useAdminWrite({
    run: () => restoreText(of, { version, restore: viewed }),
    onSuccess: (saved) => {
      onRestored(saved);
      onClose();
    },
    onError: onFailed,
  });
  return (
    <Dialog
      open
      onClose={() => !restore.isPending && onClose()}
      title={`Version ${viewed}`}
      footer={
        <>
          <Button onClick={onClose} disabled={restore.isPending}>
            Close
          </Button>
          {mayRestore && (
            <Button
              variant="primary"
              disabled={isDirty || data === undefined}
              aria-describedby={isDirty ? 'restore-hint' : undefined}
              busy={restore.isPending}
              busyLabel="Restoring..."
              onClick={() => restore.start(undefined)}
            >
              Restore this version
            </Button>
          )}
        </>
      }
    >
      {data !== undefined ? (
        <Stack gap={4}>
          <VersionDifferences of={of} viewed={{ version: viewed, value: data.value }} current={{ version, value }} />
          <ScrollArea label={`Words of version ${viewed}`} className={styles['viewed']}>
            <TextPreview of={data.key} value={data.value} />
          </ScrollArea>
        </Stack>
      ) : error !== null ? (
        <ErrorState title="The version could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} label="Loading the version" />
      )}
      {isDirty && <p id="restore-hint">Save or discard your changes first: restoring would replace them.</p>}
      <ActionFailure error={restore.error} />
    </Dialog>
  );
};
