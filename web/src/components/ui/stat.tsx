import type { ReactNode } from 'react';
import styles from './stat.module.css';

/** Details side by side, in the columns of a flow sheet. */
export const Stats = ({ children }: { children: ReactNode }) => <dl className={styles['stats']}>{children}</dl>;

export const Stat = ({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) => (
  <div className={styles['stat']}>
    <dt className={styles['label']}>{label}</dt>
    <dd className={styles['value']}>{value}</dd>
    {note != null && <dd className={styles['note']}>{note}</dd>}
  </div>
);
