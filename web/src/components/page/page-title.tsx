import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import styles from './page-title.module.css';

export const PageTitle = ({ children }: { children: ReactNode }) => <h1 className={styles['title']}>{children}</h1>;

/** The sentence under a heading. `className` limits its width. */
export const Lead = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <p className={cx(styles['lead'], className)}>{children}</p>
);
