import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { csvOf } from '../analytics.ts';
import styles from './chart.module.css';
import type { Series, Shape } from './series-chart.tsx';

// The chart library is larger than the page.
const SeriesChart = lazy(() => import('./series-chart.tsx'));

/** A column of a figure's table: a row's value as text and in the CSV file. */
export interface FigureColumn<T> {
  readonly key: string;
  readonly header: string;
  readonly value: (row: T) => string;
  readonly forCsv: (row: T) => string | number;
}

/** Describes the rows of a figure, which the chart shows from left to right. */
export interface FigureRows<T> {
  /** The header of the column with the names: "Month". */
  readonly header: string;
  readonly keyOf: (row: T) => string;
  readonly nameOf: (row: T) => string;
  /** A short label on the axis. */
  readonly labelOf: (row: T) => string;
  /** The row's name in the CSV file. */
  readonly forCsv: (row: T) => string;
  /** The row's name in the file name, which contains the first and the last row. */
  readonly inFileName: (row: T) => string;
}

interface Props<T> {
  title: string;
  summary: string;
  note?: string;
  rows: readonly T[];
  of: FigureRows<T>;
  series: (rows: readonly T[]) => readonly Series[];
  shape: Shape;
  formatTick: (value: number) => string;
  /** A row's values as text. */
  reading: (row: T) => string;
  columns: readonly FigureColumn<T>[];
  /** The beginning of the file name, without its extension. */
  fileName: string;
}

/**
 * A chart that is also available as text: a summary, the values of a row that the reader selects with the pointer or the arrow
 * keys, and a table.
 */
export const Figure = <T,>({
  title,
  summary,
  note,
  rows,
  of,
  series,
  shape,
  formatTick,
  reading,
  columns,
  fileName,
}: Props<T>) => {
  const id = useId();
  // Counted from the last row, which all ranges share.
  const [fromLast, setFromLast] = useState(0);
  const place = Math.max(0, rows.length - 1 - fromLast);
  const choose = (chosen: number): void => setFromLast(rows.length - 1 - chosen);
  const row = rows[place]!;
  const drawn = series(rows);
  const words = `${of.nameOf(row)}: ${reading(row)}`;
  const table: readonly Column<T>[] = [
    { key: 'row', header: of.header, cell: of.nameOf },
    ...columns.map(({ key, header, value }) => ({ key, header, cell: value, align: 'end' as const })),
  ];
  const save = () => {
    const csv = csvOf([
      [of.header, ...columns.map(({ header }) => header)],
      ...rows.map((one) => [of.forCsv(one), ...columns.map(({ forCsv }) => forCsv(one))]),
    ]);
    saveFile(
      new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }),
      `${fileName}-${of.inFileName(rows[0]!)}-${of.inFileName(rows.at(-1)!)}.csv`,
    );
  };
  return (
    <section className={styles['figure']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <p>{summary}</p>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
      </div>
      {drawn.length > 1 && (
        <ul className={styles['legend']} aria-label="Colors">
          {drawn.map(({ label, ink }) => (
            <li key={label}>
              <svg width="14" height="14" aria-hidden="true">
                <rect fill={`var(--${ink})`} width="14" height="14" rx="3" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={<div className={styles['plot']} />}>
        <SeriesChart
          summary={`${title}. ${summary}`}
          labels={rows.map(of.labelOf)}
          series={drawn}
          shape={shape}
          formatTick={formatTick}
          chosen={place}
          onChoose={choose}
        />
      </Suspense>
      <div className={styles['reading']}>
        <input
          type="range"
          aria-label={`${title}: ${of.header.toLowerCase()} to read`}
          aria-valuetext={words}
          min={0}
          max={rows.length - 1}
          value={place}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
        <p>
          <strong>{of.nameOf(row)}</strong> {reading(row)}
        </p>
      </div>
      <details className={styles['table']}>
        <summary>{title} as a table</summary>
        <div className={styles['rows']}>
          <div>
            <Button size="small" onClick={save}>
              Download CSV
            </Button>
          </div>
          <Table caption={title} columns={table} rows={[...rows].reverse()} rowKey={of.keyOf} />
        </div>
      </details>
    </section>
  );
};
