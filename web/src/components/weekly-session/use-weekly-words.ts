import { useAssociation } from '../../lib/association.ts';
import { useSiteText } from '../site-texts/use-site-text.ts';
import { weeklyWords, type WeeklyWords } from './weekly-words.ts';

/** The words of the page for the weekly session. */
export const useWeeklyWords = (): WeeklyWords => {
  const association = useAssociation();
  return weeklyWords(useSiteText('weeklySession').text, association.timeZone);
};
