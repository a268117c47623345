import { jobStates, type JobState, type QueuedJob } from '@lectern/contracts/system/queues-http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatDateTime } from '../../../lib/format.ts';
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

const COLUMNS: readonly Column<QueuedJob>[] = [
  { key: 'name', header: 'Job', breakable: true, cell: ({ name }) => name },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'details',
    header: 'Details',
    breakable: true,
    cell: ({ id, error, nextAt, data }) => (
      <details className={styles['details']}>
        <summary>{error?.split('\n', 1)[0] ?? 'Data'}</summary>
        {nextAt !== null && <p>Next attempt: {formatDateTime(nextAt)}</p>}
        <pre>{`Job ${id}\n${error === null ? '' : `\n${error}\n`}\n${JSON.stringify(data, null, 2)}`}</pre>
      </details>
    ),
  },
];

/** The jobs of a queue in one state, page by page, without what people wrote. Remount it for another queue. */
export const QueueJobs = ({ queue }: { queue: string }) => {
  const [view, setView] = useState<{ state: JobState; page: number }>({ state: 'failed', page: 1 });
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
        <Skeleton lines={4} label="Loading the jobs" />
      ) : data.jobs.length === 0 ? (
        <EmptyState title={`No ${LABELS[view.state].toLowerCase()} jobs`}>
          {view.state === 'completed'
            ? 'Completed jobs are kept for a short time only.'
            : 'Choose another state above.'}
        </EmptyState>
      ) : (
        <Table caption={`Jobs of ${queue}, newest first`} columns={COLUMNS} rows={data.jobs} rowKey={({ id }) => id} />
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
    </Stack>
  );
};
