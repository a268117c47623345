import type { ReactNode } from 'react';
import styles from './outcome.module.css';

type Mark = 'done' | 'waiting' | 'stopped' | 'lost';

const STROKES: Record<Mark, { d: string; ink: string }> = {
  done: { d: 'M22 34 36 47 74 12', ink: 'var(--ok)' },
  waiting: { d: 'M22 34h12M44 34h12M66 34h8', ink: 'var(--neg)' },
  stopped: { d: 'M28 14 68 46M68 14 28 46', ink: 'var(--aff)' },
  lost: { d: 'M22 34h30c12 0 18-6 18-14s-9-11-15-5', ink: 'var(--neg)' },
};

interface Props {
  mark: Mark;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** The level of its heading: 1 where it is the page. */
  level?: 1 | 3;
}

/** A page with the result of an action and the next step. The mark is drawn over the columns of a flow sheet. */
export const Outcome = ({ mark, title, lead, children, actions, level = 1 }: Props) => {
  const Heading = `h${level}` as const;
  return (
    <div className={styles['outcome']}>
      <svg className={styles['mark']} viewBox="0 0 96 60" fill="none" aria-hidden="true">
        <path d="M1 0v60M32 0v60M64 0v60M95 0v60" stroke="var(--rule-strong)" />
        <path
          d={STROKES[mark].d}
          stroke={STROKES[mark].ink}
          strokeWidth="5.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Heading>{title}</Heading>
      <p className={styles['lead']}>{lead}</p>
      {children}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
};
