import { useId, useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Table, type Column } from '../../../../components/ui/table.tsx';
import { saveFile } from '../../../../lib/save-file.ts';
import { csvOf, monthName } from '../../figures.ts';
import styles from './chart.module.css';
import { MonthChart, type Series } from './month-chart.tsx';

/** A column of a figure's table: how a month's value reads, and what a spreadsheet gets. */
export interface FigureColumn<T> {
  readonly key: string;
  readonly header: string;
  readonly value: (row: T) => string;
  readonly forCsv: (row: T) => string | number;
}

interface Props<T> {
  title: string;
  summary: string;
  note?: string;
  rows: readonly T[];
  series: (rows: readonly T[]) => readonly Series[];
  shape: 'line' | 'bars';
  least: number;
  formatTick: (value: number) => string;
  /** A month's values as one reads them off the chart. */
  reading: (row: T) => string;
  columns: readonly FigureColumn<T>[];
  /** Of the file, without its ending. */
  fileName: string;
}

/**
 * A chart with all that it shows in words as well: a sentence, the values of a month that is chosen by pointing or with the arrow
 * keys, and its table.
 */
export const Figure = <T extends { month: string }>({ title, summary, note, rows, series, shape, least, formatTick, reading, columns, fileName }: Props<T>) => {
  const id = useId();
  const [chosen, setChosen] = useState(rows.length - 1);
  // Another range has other months; the last one is what people look for.
  const month = Math.min(chosen, rows.length - 1);
  const row = rows[month]!;
  const drawn = series(rows);
  const words = `${monthName(row.month)}: ${reading(row)}`;
  const table: readonly Column<T>[] = [
    { key: 'month', header: 'Month', cell: (one) => monthName(one.month) },
    ...columns.map(({ key, header, value }) => ({ key, header, cell: value, align: 'end' as const })),
  ];
  const save = () => {
    const csv = csvOf([['Month', ...columns.map(({ header }) => header)], ...[...rows].map((one) => [one.month, ...columns.map(({ forCsv }) => forCsv(one))])]);
    saveFile(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), `${fileName}-${rows[0]!.month}-${rows.at(-1)!.month}.csv`);
  };
  return (
    <section className={styles['figure']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <p>{summary}</p>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
      </div>
      {drawn.length > 1 && (
        <ul className={styles['legend']} aria-label="Colours">
          {drawn.map(({ label, ink }) => (
            <li key={label}>
              <svg width="14" height="14" aria-hidden="true">
                <rect className={styles[ink]} width="14" height="14" rx="3" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      <MonthChart
        summary={`${title}. ${summary}`}
        months={rows.map((one) => one.month)}
        series={drawn}
        shape={shape}
        least={least}
        formatTick={formatTick}
        chosen={month}
        onChoose={setChosen}
      />
      <div className={styles['reading']}>
        <input
          type="range"
          aria-label={`${title}: month to read`}
          aria-valuetext={words}
          min={0}
          max={rows.length - 1}
          value={month}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
        <p>
          <strong>{monthName(row.month)}</strong> {reading(row)}
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
          <Table caption={title} columns={table} rows={[...rows].reverse()} rowKey={(one) => one.month} />
        </div>
      </details>
    </section>
  );
};
