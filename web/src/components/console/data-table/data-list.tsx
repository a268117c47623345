import { SEARCH_MAX } from '@lectern/contracts/page';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import { formatTime } from '../../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Stack } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { adminListQuery, type AdminListSource } from '../admin-list-source.ts';
import { ExportButton } from '../export-button.tsx';
import { isFiltered, totalOf, usualSort, type ListFilter, type ListView } from '../list-view.ts';
import { useMay } from '../use-admin.ts';
import { useListView } from '../use-list-view.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { DataColumn, RowBehavior } from './data-column.ts';
import styles from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { FilterChips } from './filter-chips.tsx';
import { readHidden, storeHidden } from './hidden-columns.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { isViewedList, ViewMenu } from './view-menu.tsx';

interface Props<T> extends RowBehavior<T> {
  source: AdminListSource<T>;
  /** The accessible name of the list: "Debate club registrations". */
  label: string;
  /** Singular and plural of a row: "registration", "registrations". */
  noun: readonly [string, string];
  searchHint: string;
  filters?: readonly ListFilter[];
  columns: readonly DataColumn<T>[];
  /** The orders of a list with several sortable columns, the usual one first. */
  orders?: readonly { readonly value: string; readonly label: string }[];
  /** The text of an empty list. */
  whenEmpty: string;
  /** More to do where nothing matches. */
  whenNotFound?: ReactNode;
  /** Further buttons above the table. `total`: the rows of the view, once known. */
  actions?: (view: ListView, total: number | undefined) => ReactNode;
  /** Makes rows selectable: the buttons for the selected rows. */
  bulkActions?: (selected: readonly T[]) => ReactNode;
}

const NO_FILTERS: readonly ListFilter[] = [];

/** By the first sortable column. */
const usualOrders = (sort: string | undefined) =>
  sort === undefined
    ? []
    : [
        { value: `-${sort}`, label: 'Newest first' },
        { value: sort, label: 'Oldest first' },
      ];

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

/** A list of the server with its search, filters, columns, selection and pages. The view is in the address. */
export const DataList = <T extends { id: string }>({
  source,
  label,
  noun,
  searchHint,
  filters = NO_FILTERS,
  columns,
  orders,
  whenEmpty,
  whenNotFound,
  actions,
  bulkActions,
  ...behavior
}: Props<T>) => {
  // A string keeps `shape` stable, because the columns may be created again on each render.
  const sortNames = [
    ...new Set([
      ...(orders ?? []).map(({ value }) => value.replace(/^-/, '')),
      ...columns.flatMap((column) => column.sort ?? []),
    ]),
  ].join(' ');
  const shape = useMemo(
    () => ({ filters, sorts: sortNames.split(' ').filter((name) => name !== '') }),
    [filters, sortNames],
  );
  const { view, typed, type, filter, sort, hide, open, clear } = useListView(shape);
  const may = useMay();
  const list = useInfiniteQuery(adminListQuery(source, view));
  const { restRef, onFocus } = useKeptFocus();
  const [chosenHidden, setHidden] = useState(() => readHidden(source.key, columns));
  // A saved view has its own columns.
  const hidden = view.hidden ?? chosenHidden;
  const [selected, select] = useState<Record<string, true>>({});
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const chosen = bulkActions === undefined ? [] : rows.filter(({ id }) => selected[id] === true);
  const total = list.isError ? undefined : list.data?.pages[0]?.total;
  const isStale = list.isRefetchError && rows.length > 0;
  const [mainSort] = shape.sorts;
  const shownOrders = orders ?? usualOrders(mainSort);

  const chooseColumns = (next: readonly string[]) => {
    storeHidden(source.key, next);
    setHidden(next);
    if (view.hidden !== undefined) hide(next);
  };
  const isAllChosen = chosen.length === rows.length;

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
        <FilterChips filters={filters} view={view} onFilter={filter}>
          {shownOrders.length > 0 && (
            // On a phone rows are cards without sortable headers.
            <div className={styles['order']}>
              <SelectField
                label="Order"
                options={shownOrders}
                value={view.sort ?? shownOrders[0]!.value}
                onChange={(event) => sort(event.target.value)}
              />
            </div>
          )}
        </FilterChips>
      </div>
      <div className={cx(styles['head'], chosen.length > 0 && styles['bar'])}>
        <p ref={restRef} className={styles['count']} role="status" tabIndex={-1}>
          {chosen.length > 0
            ? `${chosen.length} selected`
            : isStale
              ? `Shown as of ${formatTime(new Date(list.dataUpdatedAt))}, could not be refreshed`
              : total !== undefined && totalOf(total, noun)}
        </p>
        <Actions>
          {bulkActions !== undefined && rows.length > 0 && (
            <label className={styles['all']}>
              <input
                type="checkbox"
                className={styles['box']}
                checked={isAllChosen}
                onChange={(event) => select(event.target.checked ? toSelection(rows) : {})}
              />
              Select all {rows.length} shown
            </label>
          )}
          {chosen.length > 0 ? (
            <>
              {bulkActions?.(chosen)}
              <Button size="small" variant="quiet" onClick={() => select({})}>
                Clear selection
              </Button>
            </>
          ) : (
            <>
              {isStale && (
                <Button
                  size="small"
                  onClick={() => void list.refetch()}
                  busy={list.isFetching}
                  busyLabel="Trying again..."
                >
                  Try again
                </Button>
              )}
              {isViewedList(source.key) && <ViewMenu list={source.key} view={view} hidden={hidden} onOpen={open} />}
              <ColumnMenu columns={columns} hidden={hidden} onChange={chooseColumns} />
              {source.exportKind !== undefined && may('people:export') && (
                <ExportButton
                  kind={source.exportKind}
                  view={{
                    ...view,
                    columns: columns
                      .filter(({ key, isFixed }) => isFixed !== true && !hidden.includes(key))
                      .map(({ key }) => key),
                  }}
                  size="small"
                >
                  Export CSV
                </ExportButton>
              )}
              {actions?.(view, total)}
            </>
          )}
        </Actions>
      </div>
      {list.isPending ? (
        <TableSkeleton label={`Loading ${noun[1]}`} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={`The ${noun[1]} could not be loaded`}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      ) : rows.length === 0 ? (
        isFiltered(view) ? (
          <EmptyState title={`No ${noun[1]} match`} actions={<Button onClick={clear}>Clear search and filter</Button>}>
            Nothing was found with this search{filters.length > 0 && ' and filter'}. {whenNotFound}
          </EmptyState>
        ) : (
          <EmptyState title={`No ${noun[1]} yet`}>{whenEmpty}</EmptyState>
        )
      ) : (
        <div className={cx(list.isPlaceholderData && styles['waiting'])} aria-busy={list.isPlaceholderData}>
          <DataTable
            {...behavior}
            caption={label}
            columns={columns}
            hidden={hidden}
            rows={rows}
            rowKey={(row) => row.id}
            sort={view.sort ?? usualSort(shape.sorts)}
            onSort={sort}
            selection={bulkActions === undefined ? undefined : { selected, select }}
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

const toSelection = (rows: readonly { id: string }[]): Record<string, true> =>
  Object.fromEntries(rows.map(({ id }) => [id, true]));
