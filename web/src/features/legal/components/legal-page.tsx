import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../../../config/paths.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { useHashTarget } from '../../../lib/use-hash-target.ts';
import { LEGAL_DATE } from '../legal-date.ts';
import styles from './legal-page.module.css';

export interface Clause {
  /** The anchor. Keep it when the title changes: other sites may link to it. */
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

const PAGES = [
  { page: 'terms', label: 'Terms' },
  { page: 'privacy', label: 'Privacy' },
  { page: 'refunds', label: 'Refunds' },
] as const;

interface Props {
  page: (typeof PAGES)[number]['page'];
  title: string;
  /** The summary, in a sentence or two. */
  short: ReactNode;
  clauses: readonly Clause[];
}

/** A legal text: dated, numbered, with a table of contents, and printable. */
export const LegalPage = ({ page, title, short, clauses }: Props) => {
  useHashTarget();
  return (
    <article className={`page ${styles['legal']}`}>
      <header className={styles['head']}>
        <nav className={styles['siblings']} aria-label="Rules">
          {PAGES.map((sibling) => (
            <Link
              key={sibling.page}
              to={pathTo(sibling.page)}
              aria-current={sibling.page === page ? 'page' : undefined}
            >
              {sibling.label}
            </Link>
          ))}
        </nav>
        <h1>{title}</h1>
        <p className={styles['short']}>{short}</p>
        <p className={styles['date']}>
          In force since <time dateTime={LEGAL_DATE}>{formatLongDate(LEGAL_DATE, 'UTC')}</time>
        </p>
      </header>
      <nav className={styles['contents']} aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {clauses.map(({ id, title: name }) => (
            <li key={id}>
              <Link to={{ hash: id }}>{name}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles['clauses']}>
        {clauses.map(({ id, title: name, text }) => (
          <section key={id} id={id} className={styles['clause']} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{name}</h2>
            {text}
          </section>
        ))}
      </div>
    </article>
  );
};
