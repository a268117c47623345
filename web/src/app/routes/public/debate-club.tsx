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
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
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

export default function DebateClub() {
  const association = useAssociation();
  const { text: curriculum } = useSiteText('curriculum');
  const { text: weekly } = useSiteText('weeklySession');
  const { when } = useWeeklyWords();
  const { searchResult, opening, details, benefits, divisions, pricing, questions, closing, ...texts } =
    usePageText('clubPage');
  useHashTarget();
  const monthly = formatCentsShort(PLANS.monthly.cents);
  return (
    <>
      <PageMeta path={pathTo('debateClub')} card="debate-club" {...searchResult} />
      <JsonLd data={clubCourse(association, curriculum, weekly)} />
      <PageHero
        {...opening}
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
          ...details,
        ]}
      />
      <Benefits {...benefits} />
      <Curriculum {...texts.curriculum} />
      <Divisions {...divisions} />
      <Pricing {...pricing} />
      <Testimonials />
      <Faq of="clubQuestions" {...questions} />
      <ClosingBand
        title={closing.title}
        actions={
          <LinkButton to={pathTo('register')} variant="primary" size="large">
            Join the Debate Club
          </LinkButton>
        }
      >
        {closing.text}
      </ClosingBand>
    </>
  );
}
