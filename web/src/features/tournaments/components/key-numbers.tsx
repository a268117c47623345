import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import styles from './key-numbers.module.css';

/** A tournament day, as numbers in ruled columns. */
export const KeyNumbers = ({ title, lead, numbers }: PublicSiteTexts['tournamentsPage']['keyNumbers']) => (
  <Section title={title} lead={lead}>
    <ul className={styles['numbers']}>
      {numbers.map(({ number, unit, name, text }, index) => (
        <li key={index}>
          <p className={styles['number']}>
            {number} <small>{unit}</small>
          </p>
          <h3>{name}</h3>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ul>
  </Section>
);
