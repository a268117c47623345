import { jobStates, type JobState, type QueuedJob } from '@lectern/contracts/system/queues-http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { jobsQuery } from '../api/queues.ts';
import styles from './queues.module.css';

const LABELS: Readonly<Record<JobState, string>> = {
  failed: 'Failed',
  waiting: 'Waiting',
  active: 'Active',
  delayed: 'Delayed',
  completed: 'Completed',
};

const SEGMENTS = jobStates.map((value) => ({ value, label: LABELS[value] }));

/** A job with its error and its data, without what people wrote. */
const asText = ({ id, error, data }: QueuedJob): string =>
  [`Job ${id}`, ...(error === null ? [] : [error]), JSON.stringify(data, null, 2)].join('\n\n');

const COLUMNS: readonly DataColumn<QueuedJob>[] = [
  { key: 'name', header: 'Job', isLong: true, cell: ({ name }) => <RowName>{name}</RowName> },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { key: 'error', header: 'Error', isLong: true, cell: ({ error }) => error?.split('\n', 1)[0] ?? '—' },
  { key: 'next', header: 'Next attempt', cell: ({ nextAt }) => (nextAt === null ? '—' : <ShortTime at={nextAt} />) },
];

/** The jobs of a queue in one state, page by page, without what people wrote. Remount it for another queue. */
export const QueueJobs = ({ queue }: { queue: string }) => {
  const [view, setView] = useState<{ state: JobState; page: number }>({ state: 'failed', page: 1 });
  const [shown, setShown] = useState<QueuedJob | null>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    ...jobsQuery(queue, view.state, view.page),
    placeholderData: keepPreviousData,
  });
  // It opens below a long table.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const turn = (by: number) => setView({ ...view, page: view.page + by });
  return (
    <Stack as="section" gap={5} className={styles['page']} aria-labelledby="queue-jobs">
      <h2 id="queue-jobs" ref={heading} tabIndex={-1}>
        Jobs of {queue}
      </h2>
      <SegmentedField
        label="State"
        segments={SEGMENTS}
        value={view.state}
        onChange={({ target }) => setView({ state: target.value as JobState, page: 1 })}
      />
      {isError ? (
        <ErrorState title="The jobs could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data === undefined ? (
        <TableSkeleton label="Loading the jobs" />
      ) : data.jobs.length === 0 ? (
        <EmptyState title={`No ${LABELS[view.state].toLowerCase()} jobs`}>
          {view.state === 'completed'
            ? 'Completed jobs are kept for a short time only.'
            : 'Choose another state above.'}
        </EmptyState>
      ) : (
        <DataTable
          caption={`Jobs of ${queue}, newest first`}
          columns={COLUMNS}
          rows={data.jobs}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowActions={(job) => [{ label: 'Show error and data', onSelect: () => setShown(job) }]}
        />
      )}
      {(view.page > 1 || data?.hasMore === true) && (
        <p className={styles['pages']}>
          <Button size="small" disabled={view.page === 1} onClick={() => turn(-1)}>
            Newer
          </Button>
          <Button size="small" disabled={data?.hasMore !== true} onClick={() => turn(1)}>
            Older
          </Button>
        </p>
      )}
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={shown === null ? '' : shown.name}>
        {shown !== null && <pre className={`breakable ${styles['job']}`}>{asText(shown)}</pre>}
      </Dialog>
    </Stack>
  );
};
