import { useAssociation } from '../../../lib/association.ts';
import { cx } from '../../../lib/cx.ts';
import styles from './story.module.css';

const speeches = (founded: string) => [
  {
    side: 'aff' as const,
    name: 'The case',
    text: [
      'School gives you a debate club until you are eighteen. Then it ends, just as the arguments begin to cost something: a rent, a diagnosis, a budget, a seat on the school board.',
      'Grown people are expected to speak well. Nobody gives them a place to be bad at it first.',
    ],
  },
  {
    side: 'neg' as const,
    name: 'The objection',
    text: [
      'Adults have no time. They are embarrassed to be beginners. They will not get up on a Sunday to be told what they did wrong by somebody they have never met.',
      'All of which we were told, and most of which is true.',
    ],
  },
  {
    side: 'aff' as const,
    name: 'The reply',
    text: [
      `So in ${founded} we made it short, weekly and kind. Everybody speaks in every session. Everybody hears one thing to do better, and nobody hears ten.`,
      'They got up on Sunday. They brought friends. Four tournaments a year grew out of it, and a bootcamp for those who are about to enter their first.',
    ],
  },
];

/** The association's history as three speeches of a round, each answering the one before it. */
export const Story = () => {
  const { founded } = useAssociation();
  return (
    <section className={`page ${styles['story']}`} aria-labelledby="story-title">
      <h2 id="story-title">How we came to it</h2>
      <ol className={styles['flow']}>
        {speeches(founded).map(({ side, name, text }, index) => (
          <li key={name} className={cx(styles['speech'], styles[side])}>
            {index > 0 && (
              <svg className={styles['arrow']} viewBox="0 0 56 24" fill="none" aria-hidden="true">
                <path
                  d="M2 17C14 5 32 4 50 12M41.5 4.5 51 12.3 39.5 18"
                  stroke="currentColor"
                  strokeWidth="2.6"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            )}
            <h3>{name}</h3>
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
};
