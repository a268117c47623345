import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { statusBadge } from '../../lib/status-badge.ts';
import styles from './badge.module.css';

export type Tone = 'ok' | 'wait' | 'stop' | 'plain';

/** A word with its color; the word always says it alone. */
export const Badge = ({ tone = 'plain', children, title }: { tone?: Tone; children: ReactNode; title?: string }) => (
  <span className={cx(styles['badge'], tone !== 'plain' && styles[tone])} title={title}>
    {children}
  </span>
);

/** The badge of a stored status, as the administrators' tables show it. The stored word is its tooltip. */
export const StatusBadge = ({ status }: { status: string }) => {
  const { tone, label } = statusBadge(status);
  return (
    <Badge tone={tone} title={status}>
      {label}
    </Badge>
  );
};
