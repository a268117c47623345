import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from './button.tsx';
import styles from './state.module.css';

interface EmptyProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing here, and what to do about it. */
export const EmptyState = ({ title, children, actions }: EmptyProps) => (
  <div className={styles['state']}>
    <p className={styles['title']}>{title}</p>
    {children !== undefined && <p>{children}</p>}
    {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
  </div>
);

interface ErrorProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Something failed, and the way to try it again. */
export const ErrorState = ({ title, children, onRetry, retrying = false }: ErrorProps) => (
  <div className={cx(styles['state'], styles['error'])} role="alert">
    <p className={styles['title']}>{title}</p>
    {children !== undefined && <p>{children}</p>}
    {onRetry !== undefined && (
      <div className={styles['actions']}>
        <Button size="small" onClick={onRetry} busy={retrying} busyLabel="Trying again...">
          Try again
        </Button>
      </div>
    )}
  </div>
);

/** A sentence set apart from the text around it. `role` is for what appears after the page has loaded. */
export const Notice = ({
  tone = 'info',
  role,
  children,
}: {
  tone?: 'info' | 'wait' | 'stop';
  role?: 'status' | 'alert';
  children: ReactNode;
}) => (
  <div className={cx(styles['notice'], tone !== 'info' && styles[tone])} role={role}>
    {children}
  </div>
);
