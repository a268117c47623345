import type { ReactNode } from 'react';
import { QuoteShape } from '../art/quote-shape.tsx';
import styles from './entry-page.module.css';

interface Props {
  title: string;
  lead: string;
  /** The maxim beside the form, in Latin and in English. */
  maxim: { latin: string; words: string };
  children: ReactNode;
}

/** A page to log in or register: the form on one side of the sheet, a maxim on the other. */
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
