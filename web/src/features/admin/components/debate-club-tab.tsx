import type { DebateClubRegistration } from '@lectern/contracts/registrations/model';
import { useInfiniteQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatCount, formatDate, humanize } from '../../../lib/format.ts';
import { debateClubQuery } from '../api/list-debate-club.ts';
import { STATUS_FILTERS } from '../debate-club-view.ts';
import styles from './debate-club-tab.module.css';
import { useDebateClubView } from './use-debate-club-view.ts';

const COLUMNS: readonly Column<DebateClubRegistration>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <span className={styles['name']}>
        {row.firstName} {row.lastName}
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: (row) => row.email },
  { key: 'division', header: 'Division', cell: (row) => humanize(row.division) },
  { key: 'billing', header: 'Billing', cell: (row) => humanize(row.billingCycle) },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'registered', header: 'Registered', cell: (row) => (row.registeredAt === null ? 'N/A' : formatDate(row.registeredAt)) },
];

export const DebateClubTab = () => {
  const { view, typed, type, filter, clear } = useDebateClubView();
  const list = useInfiniteQuery(debateClubQuery(view));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total;
  const isFiltered = view.q !== '' || view.status !== 'all';

  return (
    <section className={styles['section']} aria-label="Debate club registrations">
      <div className={styles['filters']} role="search">
        <TextField
          label="Search"
          type="search"
          placeholder="First name, last name or email"
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <SelectField label="Status" options={STATUS_FILTERS} value={view.status} onChange={(event) => filter(event.target.value)} />
        <p className={styles['count']} role="status">
          {total !== undefined && !list.isError && `${formatCount(total)} ${total === 1 ? 'registration' : 'registrations'}`}
        </p>
      </div>
      {list.isPending ? (
        <Skeleton lines={8} label="Loading registrations" />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title="The registrations could not be loaded" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          {list.error.message}
        </ErrorState>
      ) : rows.length === 0 ? (
        isFiltered ? (
          <EmptyState title="No registrations match" actions={<Button onClick={clear}>Clear search and filter</Button>}>
            Nobody was found with this search and status.
          </EmptyState>
        ) : (
          <EmptyState title="No registrations yet">Members appear here as soon as their first payment succeeds.</EmptyState>
        )
      ) : (
        <div className={cx(list.isPlaceholderData && styles['waiting'])} aria-busy={list.isPlaceholderData}>
          <Table caption="Debate club registrations" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} />
        </div>
      )}
      {list.isFetchNextPageError && (
        <ErrorState title="The next registrations could not be loaded" onRetry={() => void list.fetchNextPage()} retrying={list.isFetchingNextPage} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className={styles['more']}>
          <Button onClick={() => void list.fetchNextPage()} busy={list.isFetchingNextPage} busyLabel="Loading...">
            Load more
          </Button>
        </div>
      )}
    </section>
  );
};
