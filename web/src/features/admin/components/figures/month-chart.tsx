import type { PointerEvent } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { axisTicks, labelledMonths } from '../../chart-scale.ts';
import { shortMonth } from '../../figures.ts';
import styles from './chart.module.css';
import { useWidth } from './use-width.ts';

/** Which ink a series is drawn in. */
export type Ink = 'neg' | 'aff' | 'brass';

export interface Series {
  readonly label: string;
  readonly ink: Ink;
  /** One for each month; zero or more. */
  readonly values: readonly number[];
  /** Drawn downwards from zero. */
  readonly isDown?: boolean;
}

interface Props {
  /** What it shows, in a sentence: all that who cannot see it is told here. The table has the rest. */
  summary: string;
  months: readonly string[];
  series: readonly Series[];
  /** A line of the first series, or bars, one on top of the other. */
  shape: 'line' | 'bars';
  /** The smallest step of the axis. */
  least: number;
  formatTick: (value: number) => string;
  /** The month that is read. */
  chosen: number;
  onChoose: (month: number) => void;
}

const HEIGHT = 240;
const TOP = 12;
const BOTTOM = 28;
const TICK_CHARACTER = 8;
const LABEL_WIDTH = 58;

/** Months from left to right, drawn in the pixels that there are, so that its words are as large on a phone as beside it. */
export const MonthChart = ({ summary, months, series, shape, least, formatTick, chosen, onChoose }: Props) => {
  const { ref, width } = useWidth(640);
  const heights = (isDown: boolean) => months.map((_month, index) => series.filter((one) => (one.isDown ?? false) === isDown).reduce((sum, { values }) => sum + values[index]!, 0));
  const ticks = axisTicks(-Math.max(...heights(true)), Math.max(...heights(false)), least);
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length)) * TICK_CHARACTER + 10;
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const step = (width - left) / months.length;
  const x = (month: number): number => left + (month + 0.5) * step;
  const y = (value: number): number => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const bar = Math.max(2, Math.min(36, step * 0.64));

  const bars = months.flatMap((month, index) => {
    const reached = { up: 0, down: 0 };
    return series.map(({ label, ink, values, isDown = false }) => {
      const from = isDown ? reached.down : reached.up;
      const to = isDown ? from - values[index]! : from + values[index]!;
      if (isDown) reached.down = to;
      else reached.up = to;
      return values[index] === 0 ? null : (
        <rect key={`${month} ${label}`} className={styles[ink]} x={x(index) - bar / 2} width={bar} y={y(Math.max(from, to))} height={Math.max(1, Math.abs(y(to) - y(from)))} />
      );
    });
  });

  const points = series[0]!.values.map((value, index) => `${x(index)},${y(value)}`);
  const read = (event: PointerEvent<SVGSVGElement>): void => {
    const month = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step);
    onChoose(Math.min(months.length - 1, Math.max(0, month)));
  };

  return (
    <div ref={ref} className={styles['plot']}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary} onPointerMove={read} onPointerDown={read}>
        <rect className={styles['chosen']} x={left + chosen * step} width={step} y={TOP} height={HEIGHT - TOP - BOTTOM} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={cx(styles['rule'], tick === 0 && styles['zero'])} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={styles['tick']} x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {labelledMonths(months.length, width - left, LABEL_WIDTH).map((index) => (
          <text key={index} className={styles['tick']} x={Math.min(x(index), width - LABEL_WIDTH / 2)} y={HEIGHT - 8} textAnchor="middle">
            {shortMonth(months[index]!)}
          </text>
        ))}
        {shape === 'bars' ? (
          bars
        ) : (
          <>
            <polygon className={styles['area']} points={`${x(0)},${y(0)} ${points.join(' ')} ${x(months.length - 1)},${y(0)}`} />
            <polyline className={styles['line']} points={points.join(' ')} />
            <circle className={styles['dot']} cx={x(chosen)} cy={y(series[0]!.values[chosen]!)} r={5} />
          </>
        )}
      </svg>
    </div>
  );
};
