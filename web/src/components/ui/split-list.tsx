import type { ReactNode } from 'react';
import styles from './split-list.module.css';

/** A list of {@link SplitRow}. */
export const SplitList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles['list']} aria-label={label}>
    {children}
  </ul>
);

/** A thing with a note under it, and its action at the other edge. */
export const SplitRow = ({ name, note, action }: { name: ReactNode; note: ReactNode; action: ReactNode }) => (
  <li>
    <div className={styles['what']}>
      {name}
      <span className={styles['note']}>{note}</span>
    </div>
    {action}
  </li>
);
