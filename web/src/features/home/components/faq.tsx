import { QUESTIONS } from '../questions.ts';
import styles from './faq.module.css';
import { Section } from './section.tsx';

export const Faq = () => (
  <Section title="Questions people ask first" anchor="faq">
    <div className={styles['list']}>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question} className={styles['item']}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </Section>
);
