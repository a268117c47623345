import { cx } from '../../../lib/cx.ts';
import styles from './seats.module.css';

/** The seats of a run, one chair each; the taken ones are inked. Decoration: the text beside it says the number. */
export const Seats = ({ capacity, left }: { capacity: number; left: number }) => (
  <svg
    className={styles['seats']}
    viewBox={`0 0 ${capacity * 28} 44`}
    fill="none"
    strokeWidth="3.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {Array.from({ length: capacity }, (_seat, index) => (
      <path
        key={index}
        d={`M${index * 28 + 6} 5v20h15v14M${index * 28 + 6} 25v14`}
        className={cx(styles[index < capacity - left ? 'taken' : 'free'])}
      />
    ))}
  </svg>
);
