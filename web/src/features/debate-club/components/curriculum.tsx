import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { CurriculumLadder } from '../../../components/curriculum/curriculum-ladder.tsx';
import { Section } from '../../../components/page/section.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';

/** The curriculum, which repeats when it ends. Renders nothing where it cannot be loaded. */
export const Curriculum = ({ title, lead }: PublicSiteTexts['clubPage']['curriculum']) => {
  const { text, isLoading } = useSiteText('curriculum');
  if (text === undefined && !isLoading) return null;
  return (
    <Section title={title} anchor="curriculum" lead={lead}>
      {text === undefined ? <p role="status">Loading the curriculum...</p> : <CurriculumLadder {...text} />}
    </Section>
  );
};
