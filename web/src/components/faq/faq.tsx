import { JsonLd } from '../ui/json-ld.tsx';
import { Section } from '../page/section.tsx';
import styles from './faq.module.css';

export interface Question {
  question: string;
  answer: string;
}

/** Questions with their answers folded away, and the same for search engines (https://schema.org/FAQPage). */
export const Faq = ({
  questions,
  title = 'Questions people ask first',
}: {
  questions: readonly Question[];
  title?: string;
}) => (
  <Section title={title} anchor="faq">
    <JsonLd
      data={{
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      }}
    />
    <div className={styles['list']}>
      {questions.map(({ question, answer }) => (
        <details key={question} className={styles['item']}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </Section>
);
