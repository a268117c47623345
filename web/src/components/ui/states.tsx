import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from './button.tsx';
import styles from './state.module.css';

interface EmptyProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty list, with the next step. */
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

/** A failure, with a button to try again. */
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

/** A sentence set apart from the text around it. Set `role` when it appears after the page has loaded. */
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
