import { formatCentsShort } from '@lectern/contracts/money';
import { Clash } from '../../../components/art/clash.tsx';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Divisions } from '../../../components/divisions/divisions.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { Details, InReadersTime } from '../../../components/page/details.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { BOOTCAMP } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { bootcampSchedule } from '../../../config/schedule.ts';
import { NextRun } from '../../../features/bootcamp/components/next-run.tsx';
import { WeekOrder } from '../../../features/bootcamp/components/week-order.tsx';
import { bootcampCourse } from '../../../features/bootcamp/course.ts';
import { useNextRun } from '../../../features/bootcamp/use-next-run.ts';
import { readersTime } from '../../../lib/readers-time.ts';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

const SAYS = {
  development: {
    who: 'You have never stood in a tournament.',
    points: [
      'Templates for every event, so that no page is empty',
      'Practice rounds that stop when you want to start over',
      'First-time competitors meet each other first',
    ],
  },
  professional: {
    who: 'You have competed before, in school or at work.',
    points: [
      'Your own material, taken apart line by line',
      'Rounds against the clock with a judge’s ballot',
      'Strategy: what to drop, what to press',
    ],
  },
} as const;

const price = formatCentsShort(BOOTCAMP);

const Actions = () => {
  const { run } = useNextRun();
  return (
    <>
      <LinkButton to={pathTo('bootcampRegistration')} variant="primary" size="large">
        {run?.state === 'full' ? 'Join the waitlist' : `Register (${price})`}
      </LinkButton>
      <ContactSupport size="large">Ask a question</ContactSupport>
    </>
  );
};

export default function Classes() {
  const association = useAssociation();
  useHashTarget();
  return (
    <>
      <PageMeta
        path={pathTo('classes')}
        card="classes"
        title="Tournament Prep Bootcamp"
        description={`Four Sundays on Zoom, four events, a group of ${bootcampSchedule.classSize}: the bootcamp that takes adults to a first tournament. ${price}, with its entry included.`}
      />
      <JsonLd data={bootcampCourse(association)} />
      <PageHero
        title="Four Sundays to your first tournament."
        lead="The Tournament Prep Bootcamp takes a small group through all four events, each practiced once before it counts. Your first tournament entry is included."
        actions={<Actions />}
        art={<Clash />}
      />
      <Details
        label="The bootcamp at a glance"
        details={[
          {
            term: 'When',
            value: `${bootcampSchedule.days} ${bootcampSchedule.time}`,
            note: <InReadersTime timeOf={() => readersTime(bootcampSchedule.hour, association.timeZone)} />,
          },
          {
            term: 'How long',
            value: `${bootcampSchedule.weeks} weekly sessions`,
            note: `of ${bootcampSchedule.hours} hours each, live on Zoom`,
          },
          { term: 'Class size', value: `${bootcampSchedule.classSize} people`, note: 'Everybody speaks, every time' },
          { term: 'Price', value: price, note: 'First tournament entry included' },
        ]}
      />
      <WeekOrder />
      <NextRun />
      <Divisions
        title="Beginners welcome, veterans tested"
        lead="Both divisions share the Sunday and part for the practice rounds."
        says={SAYS}
      />
      <ClosingBand title="You will be nervous. You will also be ready." actions={<Actions />}>
        {bootcampSchedule.seats} seats in each run, {price}, and a tournament at the end of it. Tell us what you would
        like to know before you decide.
      </ClosingBand>
    </>
  );
}
