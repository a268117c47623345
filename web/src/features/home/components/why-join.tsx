import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import { Corrected } from './corrected.tsx';
import styles from './why-join.module.css';

/** Reasons to join: a sentence before and after, and the practice in between. */
export const WhyJoin = ({ title, lead, reasons }: PublicSiteTexts['homePage']['whyJoin']) => (
  <Section title={title} lead={lead}>
    <div className={styles['why']}>
      <Corrected />
      <dl className={styles['reasons']}>
        {reasons.map(({ name, text }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Section>
);
