import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { nextOpen, placeOf, STATES, tournamentTitle, upcoming } from '../../../components/events/upcoming.ts';
import { MeetingLink } from '../../../components/meeting-places/meeting-link.tsx';
import { countdown, nextSession } from '../../../components/next-session/next-session.ts';
import { SkippedDays } from '../../../components/next-session/skipped-days.tsx';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { useFilledText } from '../../../components/site-texts/use-page-text.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { weeklyWords } from '../../../components/weekly-session/weekly-words.ts';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Cluster, Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton, SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { SESSION_MINUTES } from '../../../config/schedule.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDate, formatDateRange, formatDay, formatTime } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import styles from './resources.module.css';
import { Workshops } from './workshops.tsx';

const WeeklySessions = () => {
  const association = useAssociation();
  const { user } = useMember();
  const now = useProductMinute();
  const { text: weekly, isLoading } = useSiteText('weeklySession');
  const home = useFilledText('homePage');
  const session = nextSession(association.timeZone, now, weekly);
  const here = readersInstant(session.begins.toISOString(), association.timeZone);
  return (
    <Card title="Weekly Sessions" side="aff">
      <dl className={styles['details']}>
        <div>
          <dt>Next session</dt>
          {weekly === undefined ? (
            <dd>{isLoading ? <SkeletonWords label="Loading the next session" /> : 'Could not be loaded'}</dd>
          ) : (
            <>
              <dd>
                {formatDay(session.begins)}, {formatTime(session.begins)}, {countdown(session, now)}
              </dd>
              {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
            </>
          )}
        </div>
      </dl>
      {weekly !== undefined && (
        <SkippedDays session={session} now={now} skipped={weekly.skipped} className={styles['small']} />
      )}
      <p>{weeklyWords(weekly, association.timeZone).session}s on Zoom, every week, in three parts:</p>
      <ul className={styles['parts']}>
        {SESSION_MINUTES.map((minutes, index) => (
          <li key={minutes}>
            <span>{home?.session.parts[index]?.name ?? (isLoading && <SkeletonWords label="Loading the part" />)}</span>
            {weekly !== undefined && <span>{weekly[minutes]} min</span>}
          </li>
        ))}
      </ul>
      <Cluster>
        {isActive(user) ? (
          <MeetingLink place="zoomUrl" variant="primary">
            Join This Week
          </MeetingLink>
        ) : (
          <Button disabled>Members only</Button>
        )}
      </Cluster>
    </Card>
  );
};

interface Upcoming {
  title: string;
  badge: { tone: Tone; label: string };
  details: readonly (readonly [label: string, value: ReactNode, note?: string | null])[];
  children: ReactNode;
}

const UpcomingEvent = ({ title, badge, details, children }: Upcoming) => (
  <li className={styles['event']}>
    <div className={styles['head']}>
      <h3>{title}</h3>
      <Badge tone={badge.tone}>{badge.label}</Badge>
    </div>
    <dl className={styles['details']}>
      {details.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note != null && <dd className={styles['small']}>{note}</dd>}
        </div>
      ))}
    </dl>
    <Cluster>{children}</Cluster>
  </li>
);

/** Here the specification says "Open" alone. */
const badgeOf = ({ state }: PublicEvent): { tone: Tone; label: string } =>
  state === 'open' ? { ...STATES.open, label: 'Open' } : STATES[state];

const Tournament = ({ event }: { event: PublicEvent }) => {
  const association = useAssociation();
  const here = readersInstant(event.datetime, association.timeZone);
  return (
    <UpcomingEvent
      title={tournamentTitle(event)}
      badge={badgeOf(event)}
      details={[
        ['Date', `${formatDate(event.datetime)}, ${formatTime(event.datetime)}`, here && `${here} where you are`],
        ['Register by', formatDate(event.registrationDeadline)],
        ['Where', placeOf(event)],
      ]}
    >
      {event.state !== 'closed' && (
        <LinkButton to={pathTo('tournaments')} variant="primary">
          Register Now
        </LinkButton>
      )}
      <AddToCalendar event={event} page={pathTo('tournaments')} variant="quiet" />
    </UpcomingEvent>
  );
};

const SOON_MS = 28 * 86_400_000;

/** Whether a run is still more than four weeks away: one can register, and there is no hurry. */
const isComingSoon = ({ datetime, now }: PublicEvent): boolean => Date.parse(datetime) - Date.parse(now) > SOON_MS;

/** The next run, or the promise of one. */
const Bootcamp = ({ run }: { run: PublicEvent | undefined }) => {
  const { text: times, isLoading } = useSiteText('bootcamp');
  return (
    <UpcomingEvent
      title={run === undefined ? 'Bootcamp' : run.title.replace('Tournament Prep ', '')}
      badge={run === undefined || isComingSoon(run) ? { tone: 'wait', label: 'Coming Soon' } : badgeOf(run)}
      details={[
        [
          'Length',
          times !== undefined ? (
            `${times.weeks} weeks, ${times.weekday}s`
          ) : isLoading ? (
            <SkeletonWords label="Loading the length" />
          ) : (
            'Could not be loaded'
          ),
        ],
        ...(run === undefined ? [] : [['Next run', formatDateRange(run.datetime, run.endsAt)] as const]),
      ]}
    >
      <LinkButton to={pathTo('bootcampRegistration')}>Learn More</LinkButton>
      {run !== undefined && <AddToCalendar event={run} page={pathTo('classes')} variant="quiet" />}
    </UpcomingEvent>
  );
};

const UpcomingEvents = () => {
  const { data, error, refetch, isFetching } = useQuery(eventsQuery);
  return (
    <Card title="Upcoming Events" side="neg">
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={12} label="Loading events" />
        ) : (
          <ErrorState title="The events could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        )
      ) : (
        <>
          {upcoming(data, 'tournament').length === 0 && (
            <EmptyState title="No tournament is scheduled yet">
              The dates of the season appear here as soon as they are set.
            </EmptyState>
          )}
          <ul className={styles['events']}>
            {upcoming(data, 'tournament').map((event) => (
              <Tournament key={event.id} event={event} />
            ))}
            <Bootcamp run={nextOpen(data, 'bootcamp')} />
          </ul>
        </>
      )}
    </Card>
  );
};

export const Schedules = () => (
  <div className={styles['cards']}>
    <Stack gap="cards">
      <WeeklySessions />
      <CalendarFeed />
    </Stack>
    <UpcomingEvents />
    <Workshops />
  </div>
);
