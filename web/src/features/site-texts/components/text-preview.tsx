import type { SiteTextKey, SiteTextValue } from '@lectern/contracts/content/site-text';
import type { ComponentType } from 'react';
import { CurriculumLadder } from '../../../components/curriculum/curriculum-ladder.tsx';
import { QuestionList } from '../../../components/faq/faq.tsx';
import { QuestionTopics } from '../../../components/faq/question-topics.tsx';
import { fillIn } from '../../../components/site-texts/fill-in.ts';
import { usePlaceholders } from '../../../components/site-texts/use-page-text.ts';
import { Team } from '../../../components/team/team.tsx';
import { AnnouncementsPreview } from './announcements-preview.tsx';
import { BootcampPreview } from './bootcamp-preview.tsx';
import { MeetingLinksPreview } from './meeting-links-preview.tsx';
import { OfficeHoursPreview } from './office-hours-preview.tsx';
import { pagePreview } from './page-preview.tsx';
import { PracticeTopicsPreview } from './practice-topics-preview.tsx';
import { ProfilePreview } from '../../../components/profile-form/profile-preview.tsx';
import { SessionPreview } from './session-preview.tsx';

/** A part of a page, with the placeholders in its words filled in. */
const filled = <T extends object>(Part: ComponentType<T>): ComponentType<T> => {
  const Filled = (typed: T) => {
    const values = usePlaceholders();
    return <Part {...(values === undefined ? typed : fillIn(typed, values))} />;
  };
  return Filled;
};

const PREVIEWS: { readonly [K in SiteTextKey]: ComponentType<SiteTextValue<K>> } = {
  homeQuestions: filled<SiteTextValue<'homeQuestions'>>(QuestionList),
  clubQuestions: filled<SiteTextValue<'clubQuestions'>>(QuestionList),
  contactQuestions: filled(QuestionTopics),
  curriculum: CurriculumLadder,
  team: Team,
  weeklySession: SessionPreview,
  bootcamp: BootcampPreview,
  homePage: pagePreview('homePage'),
  clubPage: pagePreview('clubPage'),
  bootcampPage: pagePreview('bootcampPage'),
  howItWorksPage: pagePreview('howItWorksPage'),
  tournamentsPage: pagePreview('tournamentsPage'),
  aboutPage: pagePreview('aboutPage'),
  contactPage: pagePreview('contactPage'),
  resourcesPage: pagePreview('resourcesPage'),
  subscribePage: pagePreview('subscribePage'),
  newslettersPage: pagePreview('newslettersPage'),
  plans: pagePreview('plans', 'pricing'),
  announcements: AnnouncementsPreview,
  practiceTopics: PracticeTopicsPreview,
  officeHours: OfficeHoursPreview,
  profile: ProfilePreview,
  meetingPlaces: MeetingLinksPreview,
};

/** A text as its page shows it. */
export const TextPreview = <K extends SiteTextKey>({ of, value }: { of: K; value: SiteTextValue<K> }) => {
  const Preview = PREVIEWS[of] as ComponentType<SiteTextValue<K>>;
  return <Preview {...(value as SiteTextValue<K> & object)} />;
};
