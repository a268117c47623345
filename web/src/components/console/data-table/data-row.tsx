import { useMay } from '../use-admin.ts';
import type { Row } from '@tanstack/react-table';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { cx } from '../../../lib/cx.ts';
import type { DataColumn, RowBehavior } from './data-column.ts';
import styles from './data-table.module.css';
import { RowMenu } from './row-menu.tsx';
import type { FEATURES } from './table-features.ts';

interface Props<T extends object> extends RowBehavior<T> {
  row: Row<typeof FEATURES, T>;
  columnOf: (key: string) => DataColumn<T>;
  isSelectable: boolean;
  /** The one row that the Tab key reaches. */
  isCurrent: boolean;
  onCurrent: () => void;
  /** Moves the focus by a key; false if the key moves nowhere. */
  onMove: (key: string) => boolean;
}

/** Elements with a click of their own. */
const CONTROLS = 'a, button, input, label, summary, select, [popover]';

/** A row that opens by a click beside its controls. A selected text is not a click. */
export const DataRow = <T extends object>({
  row,
  columnOf,
  isSelectable,
  isCurrent,
  onCurrent,
  onMove,
  rowName,
  rowPage,
  rowActions,
}: Props<T>) => {
  const navigate = useNavigate();
  const page = rowPage?.(row.original);
  const name = rowName(row.original);
  const may = useMay();
  const actions = rowActions?.(row.original).filter(({ permission }) => permission === undefined || may(permission));

  const onClick = ({ target }: MouseEvent) => {
    if (page === undefined || (target instanceof Element && target.closest(CONTROLS) !== null)) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(page);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && page !== undefined) void navigate(page);
    else if (event.key === ' ' && isSelectable) row.toggleSelected();
    else if (!onMove(event.key)) return;
    event.preventDefault();
  };

  return (
    <tr
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isSelectable ? row.getIsSelected() : undefined}
      className={cx(page !== undefined && styles['opens'], row.getIsSelected() && styles['chosen'])}
      onFocus={(event) => event.target === event.currentTarget && onCurrent()}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {isSelectable && (
        <td role="cell" className={styles['select']}>
          <input
            type="checkbox"
            className={styles['box']}
            aria-label={`Select ${name}`}
            checked={row.getIsSelected()}
            onChange={(event) => row.toggleSelected(event.target.checked)}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell) => {
        const column = columnOf(cell.column.id);
        return (
          <td
            key={cell.id}
            role="cell"
            data-label={column.header}
            className={cx(column.align === 'end' && styles['end'], column.isLong && `breakable ${styles['long']}`)}
          >
            {column.cell(row.original)}
          </td>
        );
      })}
      {actions !== undefined && (
        <td role="cell" className={styles['menu']}>
          {actions.length > 0 && <RowMenu name={name} actions={actions} />}
        </td>
      )}
    </tr>
  );
};
