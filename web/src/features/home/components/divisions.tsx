import { cx } from '../../../lib/cx.ts';
import styles from './divisions.module.css';
import { Section } from './section.tsx';

const DIVISIONS = [
  {
    side: 'neg',
    name: 'Development',
    who: 'For beginners, and for those who have been away for a while.',
    points: [
      'How to open, how to stop, and what to do with your hands',
      'Building a case from a claim, a reason and an example',
      'Rounds with people who were nervous last month, too',
    ],
  },
  {
    side: 'aff',
    name: 'Professional',
    who: 'For experienced speakers who want to be tested.',
    points: [
      'Full rounds at full speed, with a flow and a decision',
      'Answering the best version of the other side',
      'Preparation for tournaments, boardrooms and hearings',
    ],
  },
] as const;

export const Divisions = () => (
  <Section title="Two divisions, one table" lead="You choose where you sit, and you may change sides of the table whenever you are ready.">
    <div className={styles['sides']}>
      {DIVISIONS.map((division) => (
        <div key={division.name} className={cx(styles['side'], styles[division.side])}>
          <h3>{division.name}</h3>
          <p className={styles['for']}>{division.who}</p>
          <ul>
            {division.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </Section>
);
