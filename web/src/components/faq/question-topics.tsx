import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { cx } from '../../lib/cx.ts';
import styles from './question-topics.module.css';

/** Questions under headings, in two columns, in the colors of the two sides by turns. */
export const QuestionTopics = ({ topics }: SiteTextValue<'contactQuestions'>) => (
  <div className={styles['topics']}>
    {topics.map(({ name, questions }, index) => (
      <section key={index} className={cx(styles['topic'], styles[index % 2 === 0 ? 'aff' : 'neg'])} aria-label={name}>
        <h3>{name}</h3>
        {questions.map(({ question, answer }, at) => (
          <details key={at}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    ))}
  </div>
);
