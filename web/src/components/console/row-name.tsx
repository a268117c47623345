import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './row-name.module.css';

/** The name of a row, in its first column; a link where the row has a page. */
export const RowName = ({ to, children }: { to?: string; children: ReactNode }) =>
  to === undefined ? (
    <span className={styles['name']}>{children}</span>
  ) : (
    <Link className={styles['name']} to={to}>
      {children}
    </Link>
  );
