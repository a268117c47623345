import type { ReactNode } from 'react';
import { QuoteShape } from '../art/quote-shape.tsx';
import styles from './entry-page.module.css';

interface Props {
  title: string;
  lead: string;
  /** What stands on the sheet beside the form, and what it says in English. */
  maxim: { latin: string; words: string };
  children: ReactNode;
}

/** A page on which somebody comes in: the form on one side of the sheet, an old sentence on the other. */
export const EntryPage = ({ title, lead, maxim, children }: Props) => (
  <div className={`page ${styles['split']}`}>
    <div className={styles['column']}>
      <h1>{title}</h1>
      <p className={styles['lead']}>{lead}</p>
      {children}
    </div>
    <figure className={styles['panel']}>
      <QuoteShape />
      <blockquote lang="la">{maxim.latin}</blockquote>
      <figcaption>{maxim.words}</figcaption>
    </figure>
  </div>
);
