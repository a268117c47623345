import type { ReactNode } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';
import styles from './details.module.css';

export interface Detail {
  term: string;
  value: ReactNode;
  note?: ReactNode;
}

/** What one needs to know at a glance, in ruled columns. */
export const Details = ({ details, label }: { details: readonly Detail[]; label: string }) => (
  <section className="page" aria-label={label}>
    <dl className={styles['details']}>
      {details.map(({ term, value, note }) => (
        <div key={term} className={styles['detail']}>
          <dt>{term}</dt>
          <dd className={styles['value']}>{value}</dd>
          {note !== undefined && <dd className={styles['note']}>{note}</dd>}
        </div>
      ))}
    </dl>
  </section>
);

/** A time as the reader's own clock shows it, once that is known; until then its line stays free. `told` is null where both agree. */
export const InReadersTime = ({ published }: { published: () => string | null }) => {
  const isHydrated = useHydrated();
  if (!isHydrated) return <span aria-hidden="true"> </span>;
  const theirs = published();
  return <>{theirs === null ? 'The same on your clock' : `${theirs} where you are`}</>;
};
