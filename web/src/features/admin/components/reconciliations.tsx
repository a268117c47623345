import type { Reconciliation } from '@lectern/contracts/billing/model';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { reconciliationsQuery } from '../api/list-reconciliations.ts';
import { Moment } from './moment.tsx';
import styles from './overview-tab.module.css';

const KINDS: Record<Reconciliation['kind'], string> = {
  events: 'Missed updates',
  full: 'All members, every night',
  admin: 'Started by an administrator',
};

const describeDifference = ({ subject, field, ours, theirs }: Reconciliation['differences'][number]) =>
  `${subject}, ${field}: ${ours ?? 'nothing'} here, ${theirs ?? 'nothing'} there`;

const COLUMNS: readonly Column<Reconciliation>[] = [
  {
    key: 'when',
    header: 'When',
    cell: (run) => <Moment at={run.startedAt} />,
  },
  { key: 'what', header: 'Compared', cell: (run) => KINDS[run.kind] },
  { key: 'checked', header: 'Checked', align: 'end', cell: (run) => formatCount(run.checked) },
  { key: 'repaired', header: 'Repaired', align: 'end', cell: (run) => formatCount(run.repaired) },
  {
    key: 'differences',
    header: 'Differences',
    cell: (run) =>
      run.finishedAt === null ? (
        'Still running'
      ) : run.differences.length === 0 ? (
        'None'
      ) : (
        <ul>
          {run.differences.map((difference) => (
            <li key={`${difference.customerId} ${difference.subject} ${difference.field}`}>
              {describeDifference(difference)}
            </li>
          ))}
        </ul>
      ),
  },
];

/** The latest reconciliations of our records with the payment provider’s, and their repairs. */
export const Reconciliations = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(reconciliationsQuery);
  return (
    <section className={styles['section']} aria-label="Payment provider reconciliation">
      <h2>Payment provider reconciliation</h2>
      {isPending ? (
        <Skeleton lines={4} label="Loading the reconciliations" />
      ) : isError ? (
        <ErrorState
          title="The reconciliations could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data.length === 0 ? (
        <EmptyState title="No reconciliation has run yet">
          Memberships and payments are compared with the payment provider every night, and whenever an administrator
          starts a sync.
        </EmptyState>
      ) : (
        <Table
          caption="The latest reconciliations with the payment provider"
          columns={COLUMNS}
          rows={data}
          rowKey={(run) => run.id}
        />
      )}
    </section>
  );
};
