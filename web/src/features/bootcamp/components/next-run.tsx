import { formatCentsShort } from '@lectern/contracts/money';
import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { refundsOfEvent } from '../../../components/events/refunds-of-event.ts';
import { STATES, upcoming } from '../../../components/events/upcoming.ts';
import { InReadersTime } from '../../../components/page/details.tsx';
import { Section } from '../../../components/page/section.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { BOOTCAMP_SEATS } from '../../../config/schedule.ts';
import { formatDate, formatDateRange, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import styles from './next-run.module.css';
import { Seats } from './seats.tsx';

const seatsText = (capacity: number, left: number): string =>
  left === 0
    ? 'No seat left. Register now to join the waitlist; you pay only when a seat is free.'
    : `${left} of ${capacity} seats left`;

const Run = ({ run }: { run: PublicEvent }) => {
  const association = useAssociation();
  const { tone, label } = STATES[run.state];
  const refunds = refundsOfEvent(run);
  return (
    <article className={styles['run']}>
      <div className={styles['when']}>
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <h3>{run.title}</h3>
        <p className={styles['dates']}>{formatDateRange(run.datetime, run.endsAt)}</p>
        <p>
          First session {formatDate(run.datetime)}, {formatTime(run.datetime)}
          <span className={styles['small']}>
            <InReadersTime timeOf={() => readersInstant(run.datetime, association.timeZone)} />
          </span>
        </p>
      </div>
      <div className={styles['what']}>
        {run.capacity !== null && run.placesLeft !== null && (
          <div className={styles['seats']}>
            <Seats capacity={run.capacity} left={run.placesLeft} />
            <p>{seatsText(run.capacity, run.placesLeft)}</p>
          </div>
        )}
        <p className={styles['small']}>Register by {formatDate(run.registrationDeadline)}</p>
        {refunds !== null && <p className={styles['small']}>Refund if you withdraw: {refunds}</p>}
        <Actions className={styles['actions']}>
          {run.state !== 'closed' && (
            <LinkButton to={pathTo('bootcampRegistration')} variant="primary">
              {run.state === 'full' ? 'Join the waitlist' : `Register (${formatCentsShort(run.price)})`}
            </LinkButton>
          )}
          <AddToCalendar event={run} page={pathTo('classes')} />
        </Actions>
      </div>
    </article>
  );
};

/** The dates of the next run, and its free seats. */
export const NextRun = ({ title }: PublicSiteTexts['bootcampPage']['nextRun']) => {
  const { data = [], isPending, isError, isFetching, refetch } = useQuery(eventsQuery);
  const runs = upcoming(data, 'bootcamp');
  return (
    <Section title={title}>
      <div className={styles['frame']}>
        {isPending ? (
          <>
            <p>There is a run before every tournament, with {BOOTCAMP_SEATS} seats.</p>
            <Skeleton lines={5} label="Loading the dates of the next run" />
          </>
        ) : isError ? (
          <ErrorState title="The dates could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
        ) : runs.length === 0 ? (
          <EmptyState title="No run is scheduled yet">
            Its dates appear here as soon as they are set. There is one before every tournament.
          </EmptyState>
        ) : (
          runs.map((run) => <Run key={run.id} run={run} />)
        )}
      </div>
    </Section>
  );
};
