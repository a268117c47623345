import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { cx } from '../../lib/cx.ts';
import { Section } from '../page/section.tsx';
import styles from './divisions.module.css';

const SIDES = [
  { division: 'development', side: 'neg', name: 'Development' },
  { division: 'professional', side: 'aff', name: 'Professional' },
] as const;

/** The two divisions as the two sides of a sheet, each in its ink. */
export const Divisions = ({ title, lead, ...divisions }: PublicSiteTexts['homePage']['divisions']) => (
  <Section title={title} lead={lead}>
    <div className={styles['sides']}>
      {SIDES.map(({ division, side, name }) => (
        <div key={division} className={cx(styles['side'], styles[side])}>
          <h3>{name}</h3>
          <p className={styles['for']}>{divisions[division].audience}</p>
          <ul>
            {divisions[division].points.map(({ text }, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </Section>
);
