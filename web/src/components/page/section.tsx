import { useId, type ReactNode } from 'react';
import { Lead } from './page-title.tsx';
import styles from './section.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  /** The id for links to this section. */
  anchor?: string;
  children: ReactNode;
}

export const Section = ({ title, lead, anchor, children }: Props) => {
  const id = useId();
  return (
    <section className={`page ${styles['section']}`} aria-labelledby={id} id={anchor}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <Lead>{lead}</Lead>}
      </div>
      {children}
    </section>
  );
};
