import { SEARCH_MAX } from '@lectern/contracts/page';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type FocusEvent, type ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Stack } from '../ui/layout.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { TextField } from '../ui/text-field.tsx';
import { adminListQuery, type AdminListSource } from './admin-list-source.ts';
import styles from './admin-list.module.css';
import { ExportButton } from './export-button.tsx';
import { NO_FILTER, totalOf, usualSort, type ListView, type StatusFilter } from './list-view.ts';
import { useListView } from './use-list-view.ts';

interface Props<T> {
  source: AdminListSource<T>;
  /** The accessible name of the list: "Debate club registrations". */
  label: string;
  /** Singular and plural of a row: "registration", "registrations". */
  noun: readonly [string, string];
  searchHint: string;
  /** The status filters; without any, the list has no status field. */
  filters?: readonly StatusFilter[];
  columns: readonly Column<T>[];
  /** The text of an empty list. */
  whenEmpty: string;
  /** Further buttons above the table. `total`: the rows of the view, once known; `rows`: the loaded rows. */
  actions?: (view: ListView, total: number | undefined, rows: readonly T[]) => ReactNode;
}

const NO_FILTERS: readonly StatusFilter[] = [];

/**
 * Keeps the keyboard focus in a list: when the focused element disappears (because its row is deleted), the focus moves to
 * `restRef` instead of to the top of the page.
 */
const useKeptFocus = () => {
  const restRef = useRef<HTMLParagraphElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) restRef.current?.focus();
  });
  return { restRef, onFocus: (event: FocusEvent) => (focused.current = event.target) };
};

/** A list of the server with its search, status filter and pages. The view is in the address. */
export const AdminList = <T extends { id: string }>({
  source,
  label,
  noun,
  searchHint,
  filters = NO_FILTERS,
  columns,
  whenEmpty,
  actions,
}: Props<T>) => {
  // A string keeps `sorts` stable, because the columns are created again on each render.
  const sortNames = columns.flatMap((column) => column.sort ?? []).join(' ');
  const sorts = useMemo(() => sortNames.split(' ').filter((name) => name !== ''), [sortNames]);
  const { view, typed, type, filter, sort, clear } = useListView(filters, sorts);
  const list = useInfiniteQuery(adminListQuery(source, view));
  const { restRef, onFocus } = useKeptFocus();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.isError ? undefined : list.data?.pages[0]?.total;
  const isFiltered = view.q !== '' || view.status !== NO_FILTER.value;

  return (
    <Stack as="section" gap={4} className={styles['list']} aria-label={label} onFocus={onFocus}>
      <div className={styles['filters']} role="search">
        <TextField
          label="Search"
          type="search"
          maxLength={SEARCH_MAX}
          placeholder={searchHint}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {filters.length > 0 && (
          <SelectField
            label="Status"
            options={filters}
            value={view.status}
            onChange={(event) => filter(event.target.value)}
          />
        )}
        {sorts[0] !== undefined && (
          // On narrow screens rows are cards without sortable headers.
          <div className={styles['order']}>
            <SelectField
              label="Order"
              options={[
                { value: `-${sorts[0]}`, label: 'Newest first' },
                { value: sorts[0], label: 'Oldest first' },
              ]}
              value={view.sort ?? `-${sorts[0]}`}
              onChange={(event) => sort(event.target.value)}
            />
          </div>
        )}
      </div>
      <div className={styles['head']}>
        <p ref={restRef} className={styles['count']} role="status" tabIndex={-1}>
          {total !== undefined && totalOf(total, noun)}
        </p>
        <Actions>
          {source.exportKind !== undefined && (
            <ExportButton kind={source.exportKind} view={view} size="small">
              Export CSV
            </ExportButton>
          )}
          {actions?.(view, total, rows)}
        </Actions>
      </div>
      {list.isPending ? (
        <Skeleton lines={8} label={`Loading ${noun[1]}`} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={`The ${noun[1]} could not be loaded`}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      ) : rows.length === 0 ? (
        isFiltered ? (
          <EmptyState title={`No ${noun[1]} match`} actions={<Button onClick={clear}>Clear search and filter</Button>}>
            Nothing was found with this search{filters.length > 0 && ' and status'}.
          </EmptyState>
        ) : (
          <EmptyState title={`No ${noun[1]} yet`}>{whenEmpty}</EmptyState>
        )
      ) : (
        <div className={cx(list.isPlaceholderData && styles['waiting'])} aria-busy={list.isPlaceholderData}>
          <Table
            caption={label}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            sort={view.sort ?? usualSort(sorts)}
            onSort={sort}
          />
        </div>
      )}
      {list.isFetchNextPageError && (
        <ErrorState
          title={`The next ${noun[1]} could not be loaded`}
          onRetry={() => void list.fetchNextPage()}
          retrying={list.isFetchingNextPage}
        />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className={styles['more']}>
          <Button onClick={() => void list.fetchNextPage()} busy={list.isFetchingNextPage} busyLabel="Loading...">
            Load more
          </Button>
        </div>
      )}
    </Stack>
  );
};
