import { cx } from '../../lib/cx.ts';
import styles from './flow-sheet.module.css';

const ROUND: readonly (readonly [claim: string, answer: string, reply: string | null])[] = [
  ['Mornings are when people think.', 'Some are sharpest at eight.', 'Then let them. Just don’t call it a meeting.'],
  ['A meeting cuts the morning in two.', 'Not a short one.', 'Show me a short one.'],
  ['Nobody decides anything at nine.', 'Because nobody wrote an agenda.', null],
];

const Arrow = ({ ink }: { ink: string }) => (
  <svg className={styles['arrow']} viewBox="0 0 28 16" fill="none" aria-hidden="true">
    <path
      d="M1 10C8 4 15 4 25 8M19.5 3.5 25.5 8.2 18.5 12"
      stroke={ink}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

const Dropped = () => (
  <span className={styles['dropped']}>
    dropped
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" fill="none" aria-hidden="true">
      <path
        d="M8 24C4 10 30 3 55 4c26 1 42 8 40 18-2 11-30 15-52 14C24 35 6 30 9 18"
        stroke="var(--neg)"
        strokeWidth="2"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  </span>
);

/** A debater's notes of a short round: columns for the speeches, two inks for the sides, arrows from argument to answer. */
export const FlowSheet = () => (
  <figure className={styles['sheet']}>
    <figcaption className={styles['motion']}>
      <span>Motion</span>
      This house would ban meetings before ten.
    </figcaption>
    <table className={styles['flow']}>
      <caption className="visually-hidden">Notes of a debate, column by column</caption>
      <thead>
        <tr>
          <th scope="col" className={styles['aff']}>
            For
          </th>
          <th scope="col" className={styles['neg']}>
            Against
          </th>
          <th scope="col" className={styles['aff']}>
            Reply
          </th>
        </tr>
      </thead>
      <tbody>
        {ROUND.map(([claim, answer, reply]) => (
          <tr key={claim}>
            <td className={styles['aff']}>
              <span>{claim}</span>
            </td>
            <td className={cx(styles['neg'], styles['answer'])}>
              <Arrow ink="var(--neg)" />
              <span>{answer}</span>
            </td>
            <td className={cx(reply !== null && styles['aff'], styles['answer'])}>
              {reply === null ? (
                <Dropped />
              ) : (
                <>
                  <Arrow ink="var(--aff)" />
                  <span>{reply}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
);
