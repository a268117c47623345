import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { LecternMark } from '../art/lectern-mark.tsx';
import styles from './curriculum-ladder.module.css';

/** The eight weeks as a ladder of four blocks, each a step higher than the one before; the lectern stands on the last. */
export const CurriculumLadder = ({ blocks }: SiteTextValue<'curriculum'>) => (
  <div className={styles['room']}>
    <ol className={styles['ladder']}>
      {blocks.map(({ name, text, firstWeek, secondWeek, leaves }, index) => {
        const [first, second] = [2 * index + 1, 2 * index + 2];
        return (
          <li key={index} className={styles['block']}>
            {index === blocks.length - 1 && (
              <span className={styles['top']}>
                <LecternMark size={72} />
              </span>
            )}
            <p className={styles['weeks']}>
              Weeks {first}–{second}
            </p>
            <h3>{name}</h3>
            <p className={styles['text']}>{text}</p>
            <dl className={styles['sessions']}>
              {[
                [first, firstWeek],
                [second, secondWeek],
              ].map(([week, session]) => (
                <div key={week}>
                  <dt>
                    <span className="visually-hidden">Week </span>
                    {week}
                  </dt>
                  <dd>{session}</dd>
                </div>
              ))}
            </dl>
            <p className={styles['leaves']}>
              <span>You leave with</span> {leaves}
            </p>
          </li>
        );
      })}
    </ol>
  </div>
);
