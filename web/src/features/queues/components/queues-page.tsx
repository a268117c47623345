import { May } from '../../../components/console/may.tsx';
import type { QueueState } from '@lectern/contracts/system/queues-http';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { RowButton } from '../../../components/console/row-button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { queuesQuery, retryQueue } from '../api/queues.ts';
import { QueueJobs } from './queue-jobs.tsx';
import styles from './queues.module.css';

/** A number of a queue; a dash if the queue cannot be read. */
const countOf = (what: 'waiting' | 'active' | 'delayed' | 'failed') => (row: QueueState) =>
  row.isUnreadable === true ? '–' : formatCount(row[what]);

const columns = (retry: (queue: string) => void, isRetrying: boolean): readonly DataColumn<QueueState>[] => [
  {
    key: 'queue',
    header: 'Queue',
    isLong: true,
    cell: ({ queue, isUnreadable }) =>
      isUnreadable === true ? (
        `${queue} (cannot be read: one of its keys in Redis has a wrong type; ask the operator of this site)`
      ) : (
        <Link to={adminSectionPath('queues', { queue })}>{queue}</Link>
      ),
  },
  { key: 'waiting', header: 'Waiting', align: 'end', cell: countOf('waiting') },
  { key: 'active', header: 'Active', align: 'end', cell: countOf('active') },
  { key: 'delayed', header: 'Delayed', align: 'end', cell: countOf('delayed') },
  {
    key: 'failed',
    header: 'Failed',
    align: 'end',
    cell: (row) => {
      const { queue, failed } = row;
      return failed === 0 ? (
        countOf('failed')(row)
      ) : (
        <span className={styles['givenUp']}>
          {formatCount(failed)}
          <May permission="system:write">
            <RowButton
              disabled={isRetrying}
              onClick={() => retry(queue)}
              aria-label={`Retry the failed jobs of ${queue}`}
            >
              Try again
            </RowButton>
          </May>
        </span>
      );
    },
  },
];

const nameOf = ({ queue }: QueueState) => queue;

/** A sentence that says whether somebody must act. */
const summaryOf = (queues: readonly QueueState[]): string => {
  const failing = queues.filter(({ failed }) => failed > 0).length;
  if (queues.some(({ isUnreadable }) => isUnreadable === true))
    return 'Some queues cannot be read. Ask the operator of this site.';
  return failing === 0
    ? 'All is well: no job has failed.'
    : `${failing === 1 ? 'One queue has' : `${failing} queues have`} failed jobs. Press “Try again” beside them.`;
};

/** The state of every background queue, and the jobs of one. */
export const QueuesPage = () => {
  const chosen = useSearchParams()[0].get('queue');
  const { data, isPending, isError, isFetching, refetch } = useQuery(queuesQuery);
  const { start: retry, isPending: isRetrying } = useAdminWrite({
    run: retryQueue,
    onSuccess: ({ message }) => toast({ title: 'Failed jobs start again', description: message }),
    onError: (error: Error) =>
      toast({
        title: 'The failed jobs were not started again',
        description: messageOr(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  });
  return (
    <Stack gap={5} className={styles['page']}>
      {data !== undefined && data.queues.length > 0 && (
        <p>
          <strong>{summaryOf(data.queues)}</strong>
        </p>
      )}
      <p>
        A queue is a list of jobs that the site does in the background, such as sending an email or recording a payment.
        “Waiting” jobs start within seconds, “Active” jobs are being done, and “Delayed” jobs have a set time to start,
        which is normal. A “Failed” job did not succeed in several attempts and is not retried automatically any more.
      </p>
      <p>
        You need to act only if a queue has failed jobs, or if its waiting jobs become more and more: press “Try again”
        beside the failed jobs. If they fail again, or nothing moves, ask the operator of this site. Nothing is lost
        meanwhile: the work is stored in the database.
      </p>
      <p>Press the name of a queue to see its jobs, each with its error.</p>
      {isPending ? (
        <TableSkeleton label="Loading the queues" />
      ) : isError ? (
        <ErrorState title="The queues could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.queues.length === 0 ? (
        <EmptyState title="There are no queues yet">Each service creates its queues when it first starts.</EmptyState>
      ) : (
        <DataTable
          caption="Queues, by name"
          columns={columns(retry, isRetrying)}
          rows={data.queues}
          rowKey={nameOf}
          rowName={nameOf}
          rowPage={({ queue }) => adminSectionPath('queues', { queue })}
        />
      )}
      {chosen !== null && <QueueJobs key={chosen} queue={chosen} />}
    </Stack>
  );
};
