import type { Question } from '@lectern/contracts/content/public-site-text';
import { JsonLd } from '../ui/json-ld.tsx';
import { Section } from '../page/section.tsx';
import { useFilledText } from '../site-texts/use-page-text.ts';
import { useSiteText } from '../site-texts/use-site-text.ts';
import { faqPage } from '../structured-data/faq-page.ts';
import styles from './faq.module.css';

/** Questions with their answers folded away. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }) => (
  <div className={styles['list']}>
    {questions.map(({ question, answer }, index) => (
      <details key={index} className={styles['item']}>
        <summary>{question}</summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
);

/** The section of a page with its questions, and the same for search engines. Renders nothing where they cannot be loaded. */
export const Faq = ({ of, title }: { of: 'homeQuestions' | 'clubQuestions'; title: string }) => {
  const { isLoading } = useSiteText(of);
  const text = useFilledText(of);
  if (text === undefined && !isLoading) return null;
  return (
    <Section title={title} anchor="faq">
      {text === undefined ? (
        <p role="status">Loading the questions...</p>
      ) : (
        <>
          <JsonLd data={faqPage(text.questions)} />
          <QuestionList questions={text.questions} />
        </>
      )}
    </Section>
  );
};
