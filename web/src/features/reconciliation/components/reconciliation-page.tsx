import type { Reconciliation } from '@lectern/contracts/billing/model';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../../components/console/moment.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { reconciliationsQuery } from '../api/list-reconciliations.ts';
import { describeDifference } from '../describe-difference.ts';

const KINDS: Record<Reconciliation['kind'], string> = {
  events: 'Messages from Stripe that did not arrive',
  full: 'All customers, every night',
  admin: 'Started by an administrator',
};

const COLUMNS: readonly Column<Reconciliation>[] = [
  {
    key: 'when',
    header: 'When',
    cell: (run) => <Moment at={run.startedAt} />,
  },
  { key: 'what', header: 'Compared', cell: (run) => KINDS[run.kind] },
  { key: 'checked', header: 'Checked', align: 'end', cell: (run) => formatCount(run.checked) },
  { key: 'repaired', header: 'Corrected', align: 'end', cell: (run) => formatCount(run.repaired) },
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

/** The latest reconciliations of our records with Stripe's, and the corrections. */
export const ReconciliationPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(reconciliationsQuery);
  return (
    <Stack gap={5}>
      <p>
        Every night, and when you start a sync, we compare our memberships, payments and referral credits with Stripe. A
        difference means that our record was out of date. We have corrected it to match Stripe, so you need to do
        nothing. If differences appear every day, messages from Stripe do not arrive: report it to the people who run
        the server.
      </p>
      <p>Checked: the customers whose records were compared. Corrected: those of them whose records differed.</p>
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
          The first one runs tonight, or when you start a sync.
        </EmptyState>
      ) : (
        <Table
          caption="The latest reconciliations with Stripe"
          columns={COLUMNS}
          rows={data}
          rowKey={(run) => run.id}
        />
      )}
    </Stack>
  );
};
