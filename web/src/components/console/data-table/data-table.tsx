import { useMay } from '../use-admin.ts';
import { useTable, type ColumnDef, type Header, type RowSelectionState } from '@tanstack/react-table';
import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { cx } from '../../../lib/cx.ts';
import type { DataColumn, RowBehavior } from './data-column.ts';
import { DataRow } from './data-row.tsx';
import styles from './data-table.module.css';
import { nextRow } from './next-row.ts';
import { FEATURES } from './table-features.ts';
import { useOverflowing } from './use-overflowing.ts';

export interface Selection {
  /** The ids of the selected rows. */
  readonly selected: RowSelectionState;
  readonly select: (selected: RowSelectionState) => void;
}

interface Props<T> extends RowBehavior<T> {
  /** The accessible name: "Debate club registrations". */
  caption: string;
  columns: readonly DataColumn<T>[];
  /** The keys of the columns that are not shown. */
  hidden?: readonly string[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The order in force: a column's `sort`, with "-" before it for descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Makes rows selectable. */
  selection?: Selection | undefined;
}

const NONE: readonly string[] = [];
const SORT_MARKS = { asc: '↑', desc: '↓' } as const;
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Gives a cell that is cut off its whole text as a tooltip. */
const showWhole = ({ target }: PointerEvent): void => {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
};

const HeaderCell = <T extends object>({
  header,
  column,
}: {
  header: Header<typeof FEATURES, T>;
  column: DataColumn<T>;
}) => {
  const sorted = header.column.getIsSorted();
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sort === undefined ? undefined : sorted === false ? 'none' : ARIA_SORT[sorted]}
      className={cx(column.align === 'end' && styles['end'], column.isLong && styles['long'])}
    >
      {header.column.getCanSort() ? (
        <button type="button" className={styles['sort']} onClick={header.column.getToggleSortingHandler()}>
          {column.header}
          <span className={styles['mark']} aria-hidden="true">
            {sorted === false ? '' : SORT_MARKS[sorted]}
          </span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
};

/**
 * The table of every list of the console. Arrow keys, Home and End move between rows, Enter opens one, Space selects it. The header and
 * the first column stay in sight. On a phone each row is a card. The roles are written out because `display: grid` would otherwise take
 * the table's meaning away from screen readers.
 */
export const DataTable = <T extends object>({
  caption,
  columns: all,
  hidden = NONE,
  rows,
  rowKey,
  sort,
  onSort,
  selection,
  ...behavior
}: Props<T>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const isOverflowing = useOverflowing(scroller);
  const [current, setCurrent] = useState(0);
  const may = useMay();
  const columns = all.filter(({ permission }) => permission === undefined || may(permission));
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const definitions = useMemo(
    () =>
      columns.map(({ key, header, cell, sort }): ColumnDef<typeof FEATURES, T> => ({
        id: key,
        header,
        cell: ({ row }) => cell(row.original),
        // The value is only a sign that there is one: the server sorts.
        accessorFn: () => null,
        enableSorting: sort !== undefined,
      })),
    [columns],
  );
  const sorted = columns.find((column) => column.sort !== undefined && column.sort === sort?.replace(/^-/, ''));
  const sorting = sorted === undefined ? [] : [{ id: sorted.key, desc: sort!.startsWith('-') }];
  const table = useTable<typeof FEATURES, T>({
    features: FEATURES,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: selection !== undefined,
    state: {
      sorting,
      columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])),
      rowSelection: selection?.selected ?? {},
    },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      const name = next === undefined ? undefined : byKey.get(next.id)?.sort;
      if (name !== undefined) onSort?.(next?.desc === true ? `-${name}` : name);
    },
    onRowSelectionChange: (update) =>
      selection?.select(typeof update === 'function' ? update(selection.selected) : update),
  });

  const shown = table.getRowModel().rows;
  const focusRow = (index: number) => {
    setCurrent(index);
    scroller.current?.querySelectorAll<HTMLElement>('tbody > tr')[index]?.focus();
  };
  const hasMenu = behavior.rowActions !== undefined;
  return (
    <div
      ref={scroller}
      className={cx(styles['scroller'], isOverflowing && styles['sideways'])}
      onPointerOver={showWhole}
    >
      <table className={cx(styles['table'], selection !== undefined && styles['selectable'])} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {selection !== undefined && (
                <th role="columnheader" scope="col" className={styles['select']}>
                  <span className="visually-hidden">Select</span>
                  <input
                    type="checkbox"
                    className={styles['box']}
                    aria-label={`Select all ${rows.length} shown`}
                    checked={table.getIsAllRowsSelected()}
                    ref={(box) => {
                      if (box !== null)
                        box.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
                    }}
                    onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
                  />
                </th>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} column={byKey.get(header.column.id)!} />
              ))}
              {hasMenu && (
                <th role="columnheader" scope="col" className={styles['menu']}>
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {shown.map((row, index) => (
            <DataRow
              key={row.id}
              {...behavior}
              row={row}
              columnOf={(key) => byKey.get(key)!}
              isSelectable={selection !== undefined}
              isCurrent={index === Math.min(current, shown.length - 1)}
              onCurrent={() => setCurrent(index)}
              onMove={(key) => {
                const next = nextRow(key, index, shown.length);
                if (next !== undefined) focusRow(next);
                return next !== undefined;
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};
