import { Section } from '../../../components/page/section.tsx';
import { cx } from '../../../lib/cx.ts';
import { TOPICS } from '../topics.ts';
import styles from './topics.module.css';

/** Frequent questions by topic, in two columns of a sheet. */
export const Topics = () => (
  <Section title="Asked before" lead="The answer may be here already, which is faster than we are.">
    <div className={styles['topics']}>
      {TOPICS.map(({ name, side, questions }) => (
        <section key={name} className={cx(styles['topic'], styles[side])} aria-label={name}>
          <h3>{name}</h3>
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ))}
    </div>
  </Section>
);
