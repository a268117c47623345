import { formatCentsShort } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { bootcampWords } from '../../../components/bootcamp/bootcamp-words.ts';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { nextOpen } from '../../../components/events/upcoming.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { Card } from '../../../components/ui/card.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { BOOTCAMP } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { BOOTCAMP_SEATS } from '../../../config/schedule.ts';
import { useAssociation } from '../../../lib/association.ts';
import { formatDateRange } from '../../../lib/format.ts';
import styles from './tournament-card.module.css';
import { EntryBadge, JoinMeeting, PayNow, Refunds, useJoinable, usePaid } from './your-entry.tsx';

/** The bootcamp and its next run. */
export const BootcampCard = () => {
  const { data = [], isPending, isError } = useQuery(eventsQuery);
  const { text: times, isLoading } = useSiteText('bootcamp');
  const { timeZone } = useAssociation();
  const run = nextOpen(data, 'bootcamp');
  // The member's own run may take no newcomers any more.
  const joined = useJoinable(data.filter(({ type }) => type === 'bootcamp'));
  const refundable = usePaid(data.filter(({ type }) => type === 'bootcamp')) ?? run;
  return (
    <Card title="Tournament Prep Bootcamp" side="neg" aside={run !== undefined && <EntryBadge eventId={run.id} />}>
      <dl className={styles['details']}>
        {joined !== undefined && (
          <div>
            <dt>Your run</dt>
            <dd className="breakable">{joined.title}</dd>
          </div>
        )}
        <div>
          <dt>When</dt>
          <dd>
            {times !== undefined ? (
              `${times.weekday}s ${bootcampWords(times, timeZone).dashboardTime}, ${times.weeks} weeks`
            ) : isLoading ? (
              <SkeletonWords label="Loading the time of the bootcamp" />
            ) : (
              'The time could not be loaded.'
            )}
          </dd>
          <dd className={styles['small']}>
            {isPending ? (
              <SkeletonWords label="Loading the next run" />
            ) : run !== undefined ? (
              `Next run ${formatDateRange(run.datetime, run.endsAt)}`
            ) : isError ? (
              'The dates could not be loaded. The registration says them.'
            ) : (
              'The next run will be announced.'
            )}
          </dd>
        </div>
        <div>
          <dt>Included</dt>
          <dd>A tournament entry</dd>
        </div>
        {refundable !== undefined && <Refunds event={refundable} />}
        <div>
          <dt>Class size</dt>
          <dd>
            At most {BOOTCAMP_SEATS}
            {run?.placesLeft != null && `, ${run.placesLeft} ${run.placesLeft === 1 ? 'seat' : 'seats'} left`}
          </dd>
        </div>
      </dl>
      <Actions>
        {joined !== undefined && <JoinMeeting eventId={joined.id} />}
        {run !== undefined && <PayNow eventId={run.id} />}
        <LinkButton to={pathTo('bootcampRegistration')}>
          {run?.state === 'full' ? 'Join the waitlist' : `Register (${formatCentsShort(BOOTCAMP)})`}
        </LinkButton>
        {run !== undefined && <AddToCalendar event={run} page={pathTo('classes')} variant="quiet" />}
      </Actions>
    </Card>
  );
};
