import { formatCentsShort } from '@lectern/contracts/money';
import { Clash } from '../../../components/art/clash.tsx';
import { bootcampWords } from '../../../components/bootcamp/bootcamp-words.ts';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Divisions } from '../../../components/divisions/divisions.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { Details, InReadersTime } from '../../../components/page/details.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { hourOf } from '../../../components/weekly-session/weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { BOOTCAMP } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { NextRun } from '../../../features/bootcamp/components/next-run.tsx';
import { WeekOrder } from '../../../features/bootcamp/components/week-order.tsx';
import { bootcampCourse } from '../../../features/bootcamp/course.ts';
import { useNextRun } from '../../../features/bootcamp/use-next-run.ts';
import { readersTime } from '../../../lib/readers-time.ts';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

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
  const { searchResult, opening, details, nextRun, weeks, divisions, closing } = usePageText('bootcampPage');
  const { text: times } = useSiteText('bootcamp');
  useHashTarget();
  return (
    <>
      <PageMeta path={pathTo('classes')} card="classes" {...searchResult} />
      {times !== undefined && <JsonLd data={bootcampCourse(association, times, weeks.competitions)} />}
      <PageHero {...opening} actions={<Actions />} art={<Clash />} />
      <Details
        label="The bootcamp at a glance"
        details={[
          ...(times === undefined
            ? []
            : [
                {
                  term: 'When',
                  value: `${times.weekday}s ${bootcampWords(times, association.timeZone).time}`,
                  note: <InReadersTime timeOf={() => readersTime(hourOf(times), association.timeZone)} />,
                },
              ]),
          ...details,
        ]}
      />
      <WeekOrder {...weeks} />
      <NextRun {...nextRun} />
      <Divisions {...divisions} />
      <ClosingBand title={closing.title} actions={<Actions />}>
        {closing.text}
      </ClosingBand>
    </>
  );
}
