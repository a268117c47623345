import type { ReactNode } from 'react';
import { BrandMark } from '../../../components/art/brand-mark.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { cx } from '../../../lib/cx.ts';
import styles from './admin-login.module.css';

interface Props {
  title: string;
  lead: string;
  /** Room for more than one column. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the administrators' pages for visitors who are not signed in. */
export const AdminCard = ({ title, lead, wide = false, children }: Props) => (
  <div className={styles['center']}>
    <PageMeta title={title} description={`${lead}.`} isPrivate />
    <div className={cx(styles['card'], wide && styles['wide'])}>
      <BrandMark size={40} />
      <div>
        <h1>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
      </div>
      {children}
    </div>
  </div>
);
