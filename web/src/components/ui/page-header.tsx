import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** A line above: a badge, a way back. */
  over?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}

export const PageHeader = ({ title, over, lead, actions }: Props) => (
  <header className={styles['header']}>
    <div className={styles['words']}>
      {over !== undefined && <div className={styles['over']}>{over}</div>}
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
    </div>
    {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
  </header>
);
