import type { AdminAction } from '@lectern/contracts/identity/model';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatAgo, formatDateTime, humanize } from '../../../lib/format.ts';
import { describeDetails } from '../action-details.ts';
import { actionsQuery } from '../api/list-actions.ts';
import { ExportButton } from './export-button.tsx';
import styles from './overview-tab.module.css';
import { Reconciliations } from './reconciliations.tsx';
import { SyncActions } from './sync-actions.tsx';

const COLUMNS: readonly Column<AdminAction>[] = [
  {
    key: 'when',
    header: 'When',
    cell: (action) => (
      <span className={styles['when']}>
        <time dateTime={action.createdAt}>{formatDateTime(action.createdAt)}</time>
        <span className={styles['small']}>{formatAgo(action.createdAt)}</span>
      </span>
    ),
  },
  { key: 'who', header: 'Who', cell: (action) => action.adminName },
  { key: 'action', header: 'Action', cell: (action) => humanize(action.action) },
  { key: 'details', header: 'Details', cell: (action) => describeDetails(action.details) || '—' },
];

const RecentActivity = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(actionsQuery);
  return (
    <section className={styles['section']} aria-label="Recent activity">
      <h2>Recent activity</h2>
      {isPending ? (
        <Skeleton lines={6} label="Loading recent activity" />
      ) : isError ? (
        <ErrorState title="The recent activity could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.length === 0 ? (
        <EmptyState title="No activity yet">What administrators do is recorded here, newest first.</EmptyState>
      ) : (
        <Table caption="The 10 most recent admin actions" columns={COLUMNS} rows={data} rowKey={(action) => action.id} />
      )}
    </section>
  );
};

export const OverviewTab = () => (
  <div className={styles['stack']}>
    <section className={styles['section']} aria-label="Quick actions">
      <h2>Quick actions</h2>
      <div className={styles['exports']}>
        <ExportButton kind="debate-club">Export debate club</ExportButton>
        <ExportButton kind="tournaments">Export tournaments</ExportButton>
        <ExportButton kind="newsletter">Export newsletter</ExportButton>
      </div>
      <SyncActions />
    </section>
    <RecentActivity />
    <Reconciliations />
  </div>
);
