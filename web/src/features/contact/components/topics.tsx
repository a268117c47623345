import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { QuestionTopics } from '../../../components/faq/question-topics.tsx';
import { Section } from '../../../components/page/section.tsx';
import { useFilledText } from '../../../components/site-texts/use-page-text.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { faqPage } from '../../../components/structured-data/faq-page.ts';
import { JsonLd } from '../../../components/ui/json-ld.tsx';

/** Frequent questions by topic, and the same for search engines. Renders nothing where they cannot be loaded. */
export const Topics = ({ title, lead }: PublicSiteTexts['contactPage']['questions']) => {
  const { isLoading } = useSiteText('contactQuestions');
  const text = useFilledText('contactQuestions');
  if (text === undefined && !isLoading) return null;
  return (
    <Section title={title} lead={lead}>
      {text === undefined ? (
        <p role="status">Loading the questions...</p>
      ) : (
        <>
          <JsonLd data={faqPage(text.topics.flatMap(({ questions }) => questions))} />
          <QuestionTopics {...text} />
        </>
      )}
    </Section>
  );
};
