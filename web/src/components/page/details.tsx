import type { ReactNode } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';
import styles from './details.module.css';

export interface Detail {
  term: string;
  value: ReactNode;
  note?: ReactNode;
}

/** The key details of a page, in ruled columns. */
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

/** A time by the reader's own clock. The line stays empty until hydration. `timeOf` answers null where both clocks agree. */
export const InReadersTime = ({ timeOf }: { timeOf: () => string | null }) => {
  const isHydrated = useHydrated();
  if (!isHydrated) return <span aria-hidden="true"> </span>;
  const readersTime = timeOf();
  return <>{readersTime === null ? 'The same on your clock' : `${readersTime} where you are`}</>;
};
