import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
  type MouseHandlerDataParam,
} from 'recharts';
import styles from './chart.module.css';

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

interface Props {
  /** One sentence that describes the chart to screen readers. The table has every value. */
  summary: string;
  /** The labels on the axis from left to right, shown where they fit. */
  labels: readonly string[];
  series: readonly Series[];
  shape: Shape;
  formatTick: (value: number) => string;
  /** The index of the selected column. */
  chosen: number;
  onChoose: (column: number) => void;
}

const TICK = { fill: 'var(--ink-2)', fontSize: 13 };

/** A chart of columns from left to right. */
export default function SeriesChart({ summary, labels, series, shape, formatTick, chosen, onChoose }: Props) {
  const rows = labels.map((label, index) => ({
    index,
    label,
    ...Object.fromEntries(series.map(({ values, isDown }, place) => [place, isDown ? -values[index]! : values[index]])),
  }));
  const read = ({ activeTooltipIndex }: MouseHandlerDataParam): void => {
    if (activeTooltipIndex != null) onChoose(Number(activeTooltipIndex));
  };
  return (
    <div className={styles['plot']}>
      <ResponsiveContainer width="100%" height={240}>
        <ComposedChart
          data={rows}
          role="img"
          aria-label={summary}
          accessibilityLayer={false}
          stackOffset="sign"
          onMouseMove={read}
          onClick={read}
          onTouchMove={read}
          margin={{ top: 12, right: 0, bottom: 0, left: 0 }}
          barCategoryGap="18%"
        >
          <ReferenceArea x1={chosen} x2={chosen} fill="var(--paper-2)" fillOpacity={1} />
          <CartesianGrid vertical={false} stroke="var(--rule)" />
          <XAxis
            dataKey="index"
            scale="band"
            tickFormatter={(index: number) => labels[index]!}
            tick={TICK}
            axisLine={false}
            tickLine={false}
          />
          <YAxis
            width="auto"
            tickFormatter={formatTick}
            allowDecimals={false}
            tick={TICK}
            axisLine={false}
            tickLine={false}
          />
          {shape === 'line' ? (
            <Area
              dataKey="0"
              fill="var(--neg-wash)"
              fillOpacity={1}
              stroke="var(--neg)"
              strokeWidth={2.5}
              isAnimationActive={false}
            />
          ) : (
            series.map(({ label, ink }, place) => (
              <Bar
                key={label}
                dataKey={String(place)}
                fill={`var(--${ink})`}
                // A gap separates the parts of a bar, so that they do not differ by color only.
                stroke="var(--sheet)"
                maxBarSize={36}
                isAnimationActive={false}
                {...(shape === 'bars' ? { stackId: 'all' } : {})}
              />
            ))
          )}
          <ReferenceLine y={0} stroke="var(--ink-2)" />
          {shape === 'line' && (
            <ReferenceDot
              x={chosen}
              y={series[0]!.values[chosen]}
              r={5}
              fill="var(--sheet)"
              stroke="var(--neg)"
              strokeWidth={2.5}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
