import { Section } from '../../../components/page/section.tsx';
import { cx } from '../../../lib/cx.ts';
import { BOOTCAMP_WEEKS } from '../../../config/bootcamp-weeks.ts';
import styles from './week-order.module.css';

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
export const WeekOrder = () => (
  <Section
    title="Four events, back and forth"
    anchor="weeks"
    lead="One Sunday you prepare everything, the next one nothing. Each side makes the other better, which is why we alternate."
  >
    <div className={styles['clash']}>
      <p className={cx(styles['head'], styles['prepared'])} aria-hidden="true">
        Prepared
      </p>
      <p className={cx(styles['head'], styles['spontaneous'])} aria-hidden="true">
        Spontaneous
      </p>
      <ol className={styles['weeks']}>
        {BOOTCAMP_WEEKS.map(({ side, name, text, leaves }, index) => (
          <li key={name} className={cx(styles['week'], styles[side])}>
            <div className={styles['body']}>
              <p className={styles['number']}>Week {index + 1}</p>
              <h3>{name}</h3>
              <p className={styles['text']}>{text}</p>
              <p className={styles['leaves']}>
                <span>You leave with</span> {leaves.charAt(0).toLowerCase() + leaves.slice(1)}
              </p>
            </div>
            {index < BOOTCAMP_WEEKS.length - 1 && <Across to={side === 'prepared' ? 'spontaneous' : 'prepared'} />}
          </li>
        ))}
      </ol>
    </div>
  </Section>
);
