import type { ReactNode } from 'react';
import { BrandMark } from '../../../components/art/brand-mark.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import styles from './admin-login.module.css';

/** The frame of the administrators' pages for visitors who are not signed in. */
export const AdminCard = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <div className={styles['center']}>
    <PageMeta title={title} description={`${lead}.`} isPrivate />
    <div className={styles['card']}>
      <BrandMark size={40} />
      <div>
        <h1>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
      </div>
      {children}
    </div>
  </div>
);
