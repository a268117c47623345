import { LecternMark } from '../../../components/art/lectern-mark.tsx';
import { Section } from '../../../components/page/section.tsx';
import { CURRICULUM } from '../curriculum.ts';
import styles from './curriculum.module.css';

/** The eight weeks as a ladder of four blocks, each a step higher than the one before; the lectern stands on the last. */
export const Curriculum = () => (
  <Section
    title="Eight weeks, four steps"
    anchor="curriculum"
    lead="Each block takes two Sundays and stands on the one before. Join in any week: the round begins again, and nobody is behind for long."
  >
    <ol className={styles['ladder']}>
      {CURRICULUM.map(({ weeks, name, text, sessions, leaves }, index) => (
        <li key={name} className={styles['block']}>
          {index === CURRICULUM.length - 1 && (
            <span className={styles['top']}>
              <LecternMark size={72} />
            </span>
          )}
          <p className={styles['weeks']}>
            Weeks {weeks[0]}–{weeks[1]}
          </p>
          <h3>{name}</h3>
          <p className={styles['text']}>{text}</p>
          <dl className={styles['sessions']}>
            {sessions.map((session, half) => (
              <div key={session}>
                <dt>
                  <span className="visually-hidden">Week </span>
                  {weeks[half]}
                </dt>
                <dd>{session}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['leaves']}>
            <span>You leave with</span> {leaves}
          </p>
        </li>
      ))}
    </ol>
  </Section>
);
