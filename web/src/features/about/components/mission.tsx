import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Chamber } from './chamber.tsx';
import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import styles from './mission.module.css';

export const Mission = ({ title, lead }: PublicSiteTexts['aboutPage']['mission']) => (
  <header className={`page ${styles['mission']}`}>
    <div className={styles['words']}>
      <PageTitle>{title}</PageTitle>
      <Lead className={styles['lead']}>{lead}</Lead>
    </div>
    <Chamber />
  </header>
);
