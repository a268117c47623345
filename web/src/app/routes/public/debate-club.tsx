import { formatCentsShort } from '@lectern/contracts/money';
import { Duel } from '../../../components/art/duel.tsx';
import { Divisions } from '../../../components/divisions/divisions.tsx';
import { Faq } from '../../../components/faq/faq.tsx';
import { Pricing } from '../../../components/membership/pricing.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { Details, InReadersTime } from '../../../components/page/details.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { Testimonials } from '../../../components/testimonials/testimonials.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { hourOf } from '../../../components/weekly-session/weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { PLANS } from '../../../config/plans.ts';
import { Benefits } from '../../../features/debate-club/components/benefits.tsx';
import { Curriculum } from '../../../features/debate-club/components/curriculum.tsx';
import { clubCourse } from '../../../features/debate-club/course.ts';
import { readersTime } from '../../../lib/readers-time.ts';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

const SAYS = {
  development: {
    who: 'Beginners, and everybody who last spoke up in school.',
    points: [
      'Speeches of one to four minutes',
      'One coach’s note at a time',
      'A table where a lost thread is no tragedy',
    ],
  },
  professional: {
    who: 'Experienced speakers who would like to lose to somebody better.',
    points: [
      'Rounds against the clock, with a decision',
      'Cross-examination and weighing',
      'Drafts of the speeches you give outside',
    ],
  },
} as const;

export default function DebateClub() {
  const association = useAssociation();
  const { text: curriculum } = useSiteText('curriculum');
  const { text: weekly } = useSiteText('weeklySession');
  const { day, when, practice, partOfDay } = useWeeklyWords();
  useHashTarget();
  const monthly = formatCentsShort(PLANS.monthly.cents);
  return (
    <>
      <PageMeta
        path={pathTo('debateClub')}
        card="debate-club"
        title="Weekly Debate Club"
        description={`A live debate club for adults, every ${day} on Zoom: two divisions, an eight-week curriculum, a coach at every table. $95 a month or $950 a year.`}
      />
      <JsonLd data={clubCourse(association, curriculum, weekly)} />
      <PageHero
        title={`Speak every ${day} until it feels like you.`}
        lead={`The Weekly Debate Club is ${practice} with a coach and people at your level: build a case, hear the answer, answer back.`}
        actions={
          <>
            <LinkButton to={pathTo('register')} variant="primary" size="large">
              Join for {monthly} a month
            </LinkButton>
            <LinkButton to={pathTo('debateClub', {}, '#curriculum')} size="large">
              See the eight weeks
            </LinkButton>
          </>
        }
        art={<Duel />}
      />
      <Details
        label="The club at a glance"
        details={[
          {
            term: 'When',
            value: when,
            ...(weekly === undefined
              ? {}
              : { note: <InReadersTime timeOf={() => readersTime(hourOf(weekly), association.timeZone)} /> }),
          },
          { term: 'Where', value: 'Live on Zoom', note: 'Recorded for members' },
          { term: 'Tables', value: 'Two divisions', note: 'Beginners and experienced' },
          { term: 'Price', value: `${monthly} per month`, note: `or ${formatCentsShort(PLANS.annual.cents)} per year` },
        ]}
      />
      <Benefits />
      <Curriculum />
      <Divisions
        title="Choose your side of the table"
        lead={`Same ${partOfDay}, same motion, two tables. You move up when you want to, not when a test says so.`}
        says={SAYS}
      />
      <Pricing title="What it costs" />
      <Testimonials />
      <Faq of="clubQuestions" title="Before you join" />
      <ClosingBand
        title="Somebody has to speak first. Let it be you."
        actions={
          <LinkButton to={pathTo('register')} variant="primary" size="large">
            Join the Debate Club
          </LinkButton>
        }
      >
        Pay by the month and cancel anytime, or take the year with a 30-day money-back guarantee. Either way you speak
        this {day}.
      </ClosingBand>
    </>
  );
}
