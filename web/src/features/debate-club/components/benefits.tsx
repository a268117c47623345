import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import styles from './benefits.module.css';

const Arrow = () => (
  <svg className={styles['arrow']} viewBox="0 0 56 24" fill="none" aria-hidden="true">
    <path
      d="M2 15C16 5 34 4 52 12M41 4.5 53 12.3 39.5 18"
      stroke="var(--aff)"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** Four benefits as a flow sheet: people's worries in one ink, the club's answers in the other. */
export const Benefits = ({ title, answers }: PublicSiteTexts['clubPage']['benefits']) => (
  <Section title={title}>
    <ol className={styles['flow']}>
      {answers.map(({ worry, name, text }, index) => (
        <li key={index} className={styles['row']}>
          <p className={styles['worry']}>“{worry}”</p>
          <Arrow />
          <div className={styles['answer']}>
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
);
