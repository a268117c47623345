import type { PointerEvent } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { axisTicks, labelledColumns } from '../../chart-scale.ts';
import styles from './chart.module.css';
import { useWidth } from './use-width.ts';

/** The color of a series. */
export type Ink = 'neg' | 'aff' | 'brass';

export interface Series {
  readonly label: string;
  readonly ink: Ink;
  /** One value per column; no value is negative. */
  readonly values: readonly number[];
  /** Whether the bars go down from zero. */
  readonly isDown?: boolean;
}

/** A line of the first series, stacked bars, or bars side by side for values that do not add up. */
export type Shape = 'line' | 'bars' | 'pairs';

/** A column of the chart, such as a month. */
export interface ChartColumn {
  readonly key: string;
  /** The label on the axis, shown if it fits. */
  readonly label: string;
}

interface Props {
  /** One sentence that describes the chart to screen readers. The table has every value. */
  summary: string;
  columns: readonly ChartColumn[];
  series: readonly Series[];
  shape: Shape;
  /** The minimum step of the axis. */
  least: number;
  formatTick: (value: number) => string;
  /** The index of the selected column. */
  chosen: number;
  onChoose: (column: number) => void;
}

const HEIGHT = 240;
const TOP = 12;
const BOTTOM = 28;
const TICK_CHARACTER = 8;
const LABEL_WIDTH = 58;

/** A chart of columns from left to right. It is drawn at the available width in pixels, so that its text keeps its size on a phone. */
export const SeriesChart = ({ summary, columns, series, shape, least, formatTick, chosen, onChoose }: Props) => {
  const { ref, width } = useWidth(640);
  const heights = (isDown: boolean) =>
    columns.map((_column, index) =>
      series
        .filter((one) => (one.isDown ?? false) === isDown)
        .reduce(
          (height, { values }) => (shape === 'pairs' ? Math.max(height, values[index]!) : height + values[index]!),
          0,
        ),
    );
  const ticks = axisTicks(-Math.max(...heights(true)), Math.max(...heights(false)), least);
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length)) * TICK_CHARACTER + 10;
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const step = (width - left) / columns.length;
  const x = (column: number): number => left + (column + 0.5) * step;
  const y = (value: number): number => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const bar = Math.max(2, Math.min(36, step * 0.64));
  const thin = Math.max(1, bar / series.length);

  const bars = columns.flatMap(({ key }, index) => {
    const reached = { up: 0, down: 0 };
    return series.map(({ label, ink, values, isDown = false }, place) => {
      if (shape === 'pairs')
        return values[index] === 0 ? null : (
          <rect
            key={`${key} ${label}`}
            className={styles[ink]}
            x={x(index) - bar / 2 + place * thin}
            width={thin}
            y={y(values[index]!)}
            height={Math.max(1, y(0) - y(values[index]!))}
          />
        );
      const from = isDown ? reached.down : reached.up;
      const to = isDown ? from - values[index]! : from + values[index]!;
      if (isDown) reached.down = to;
      else reached.up = to;
      return values[index] === 0 ? null : (
        <rect
          key={`${key} ${label}`}
          className={styles[ink]}
          x={x(index) - bar / 2}
          width={bar}
          y={y(Math.max(from, to))}
          height={Math.max(1, Math.abs(y(to) - y(from)))}
        />
      );
    });
  });

  const points = series[0]!.values.map((value, index) => `${x(index)},${y(value)}`);
  const read = (event: PointerEvent<SVGSVGElement>): void => {
    const column = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step);
    onChoose(Math.min(columns.length - 1, Math.max(0, column)));
  };

  return (
    <div ref={ref} className={styles['plot']}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={summary}
        onPointerMove={read}
        onPointerDown={read}
      >
        <rect
          className={styles['chosen']}
          x={left + chosen * step}
          width={step}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
        />
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className={cx(styles['rule'], tick === 0 && styles['zero'])}
              x1={left}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text className={styles['tick']} x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {labelledColumns(columns.length, width - left, LABEL_WIDTH).map((index) => (
          <text
            key={index}
            className={styles['tick']}
            x={Math.min(x(index), width - LABEL_WIDTH / 2)}
            y={HEIGHT - 8}
            textAnchor="middle"
          >
            {columns[index]!.label}
          </text>
        ))}
        {shape !== 'line' ? (
          bars
        ) : (
          <>
            <polygon
              className={styles['area']}
              points={`${x(0)},${y(0)} ${points.join(' ')} ${x(columns.length - 1)},${y(0)}`}
            />
            <polyline className={styles['line']} points={points.join(' ')} />
            <circle className={styles['dot']} cx={x(chosen)} cy={y(series[0]!.values[chosen]!)} r={5} />
          </>
        )}
      </svg>
    </div>
  );
};
