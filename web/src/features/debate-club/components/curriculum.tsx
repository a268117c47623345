import { CurriculumLadder } from '../../../components/curriculum/curriculum-ladder.tsx';
import { Section } from '../../../components/page/section.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';

/** The curriculum, which repeats when it ends. Renders nothing where it cannot be loaded. */
export const Curriculum = () => {
  const { text, isLoading } = useSiteText('curriculum');
  const { day } = useWeeklyWords();
  if (text === undefined && !isLoading) return null;
  return (
    <Section
      title="Eight weeks, four steps"
      anchor="curriculum"
      lead={`Each block takes two ${day}s and stands on the one before. Join in any week: the round begins again, and nobody is behind for long.`}
    >
      {text === undefined ? <p role="status">Loading the curriculum...</p> : <CurriculumLadder {...text} />}
    </Section>
  );
};
