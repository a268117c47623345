import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import styles from './stats.module.css';

export const Stats = ({ numbers }: Pick<PublicSiteTexts['aboutPage'], 'numbers'>) => (
  <section className="page" aria-label="The association in numbers">
    <dl className={styles['stats']}>
      {numbers.map(({ number, label, note }, index) => (
        <div key={index} className={styles['stat']}>
          <dt>{label}</dt>
          <dd className={styles['number']}>{number}</dd>
          <dd className={styles['note']}>{note}</dd>
        </div>
      ))}
    </dl>
  </section>
);
