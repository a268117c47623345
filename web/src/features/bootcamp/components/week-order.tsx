import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import { cx } from '../../../lib/cx.ts';
import styles from './week-order.module.css';

const sideOf = (week: number) => (week % 2 === 0 ? 'prepared' : 'spontaneous');

/** From this week over to the other side. */
const Across = ({ to }: { to: 'prepared' | 'spontaneous' }) => (
  <svg
    className={cx(styles['across'], styles[to])}
    viewBox="0 0 220 110"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M6 20C80 6 168 24 176 92" strokeWidth="3.4" />
    <path d="m160 78 16 17 13-19" strokeWidth="3.4" />
  </svg>
);

/** The four weeks as a clash: back and forth between what is prepared and what is not. */
export const WeekOrder = ({ title, lead, competitions }: PublicSiteTexts['bootcampPage']['weeks']) => (
  <Section title={title} anchor="weeks" lead={lead}>
    <div className={styles['clash']}>
      <p className={cx(styles['head'], styles['prepared'])} aria-hidden="true">
        Prepared
      </p>
      <p className={cx(styles['head'], styles['spontaneous'])} aria-hidden="true">
        Spontaneous
      </p>
      <ol className={styles['weeks']}>
        {competitions.map(({ name, text, leaves }, index) => (
          <li key={index} className={cx(styles['week'], styles[sideOf(index)])}>
            <div className={styles['body']}>
              <p className={styles['number']}>Week {index + 1}</p>
              <h3>{name}</h3>
              <p className={styles['text']}>{text}</p>
              <p className={styles['leaves']}>
                <span>You leave with</span> {leaves.charAt(0).toLowerCase() + leaves.slice(1)}
              </p>
            </div>
            {index < competitions.length - 1 && <Across to={sideOf(index + 1)} />}
          </li>
        ))}
      </ol>
    </div>
  </Section>
);
