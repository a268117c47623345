import { useId, type ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import styles from './card.module.css';

interface Props {
  title?: string;
  /** Beside the title: a badge, a button. */
  aside?: ReactNode;
  /** The ink of its upper edge. */
  side?: 'aff' | 'neg';
  raised?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A sheet of its own: a section named by its title when it has one. */
export const Card = ({ title, aside, side, raised = false, className, children }: Props) => {
  const id = useId();
  return (
    <section
      className={cx(styles['card'], raised && styles['raised'], side && styles[side], className)}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title !== undefined && (
        <div className={styles['head']}>
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
};
