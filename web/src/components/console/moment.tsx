import { formatAgo, formatDateTime } from '../../lib/format.ts';
import styles from './pair.module.css';

/** An instant with its age. */
export const Moment = ({ at }: { at: string }) => (
  <span className={styles['pair']}>
    <time dateTime={at}>{formatDateTime(at)}</time>
    <span className={styles['small']}>{formatAgo(at)}</span>
  </span>
);
