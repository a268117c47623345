import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import styles from './table.module.css';

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'start' | 'end';
  /** For values that may be longer than the column, such as an email address: the text breaks inside a word. */
  breakable?: boolean;
}

interface Props<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

/**
 * A table that becomes cards on a phone. The roles are written out because `display: grid` would otherwise take the table's
 * meaning away from screen readers.
 */
export const Table = <T,>({ caption, columns, rows, rowKey }: Props<T>) => (
  <div className={styles['scroller']}>
    <table className={styles['table']} role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cx(column.align === 'end' && styles['end'])}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.header}
                className={cx(
                  column.align === 'end' && styles['end'],
                  column.breakable && `breakable ${styles['long']}`,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
