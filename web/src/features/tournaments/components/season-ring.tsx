import { cx } from '../../../lib/cx.ts';
import { onRing, SEASON } from '../season.ts';
import styles from './season.module.css';

const CENTER = 220;
const RADIUS = 138;
const MONTHS = Array.from({ length: 12 }, (_month, index) => (index * 365) / 12);

/** The year as a ring with its four tournaments. The next one is marked once it has loaded. */
export const SeasonRing = ({ next }: { next: string | undefined }) => (
  <svg
    className={styles['ring']}
    viewBox="0 0 440 440"
    fill="none"
    role="img"
    aria-label={`The year as a ring with four tournaments: winter, spring, summer and fall.${next === undefined ? '' : ` The ${next.toLowerCase()} one is next.`}`}
  >
    {MONTHS.map((day) => {
      const from = onRing(day, RADIUS - 7, CENTER);
      const to = onRing(day, RADIUS + 7, CENTER);
      return (
        <path key={day} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--control-rule)" strokeWidth="1.5" />
      );
    })}
    <circle cx={CENTER} cy={CENTER} r={RADIUS} stroke="var(--ink)" strokeWidth="2.5" />
    <path d="m219 70 16 12-17 12" stroke="var(--ink)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
    {SEASON.map(({ name, day }, index) => {
      const dot = onRing(day, RADIUS, CENTER);
      const text = onRing(day, RADIUS + 46, CENTER);
      const ink = index % 2 === 0 ? 'var(--neg)' : 'var(--aff)';
      return (
        <g key={name}>
          <circle
            cx={dot.x}
            cy={dot.y}
            r="13"
            fill={name === next ? ink : 'var(--paper)'}
            stroke={ink}
            strokeWidth="5"
          />
          {name === next && <circle cx={dot.x} cy={dot.y} r="23" stroke={ink} strokeWidth="2.5" />}
          <text
            x={text.x}
            y={text.y + 8}
            textAnchor={text.x > CENTER ? 'start' : 'end'}
            dx={text.x > CENTER ? -18 : 18}
            className={cx(styles['name'])}
            fill={ink}
          >
            {name}
          </text>
        </g>
      );
    })}
    <text x={CENTER} y={CENTER + 4} textAnchor="middle" className={styles['four']} fill="var(--ink)">
      4
    </text>
    <text x={CENTER} y={CENTER + 40} textAnchor="middle" className={styles['name']} fill="var(--ink-2)">
      a year
    </text>
  </svg>
);
