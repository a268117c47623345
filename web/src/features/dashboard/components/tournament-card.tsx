import type { MyEvent, PublicEvent } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import { myEventsQuery } from '../api/list-my-events.ts';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { priceWords } from '../../../components/events/price-words.ts';
import { placeOf, STATES, tournamentTitle, upcoming } from '../../../components/events/upcoming.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import styles from './tournament-card.module.css';
import { EntryBadge, JoinMeeting, PayNow, Refunds, SeeEntry, useMyEvent, YourPrice } from './your-entry.tsx';

const divisionText = ({ division }: PublicEvent) =>
  division === null
    ? 'Development (Beginners) and Professional (Experienced)'
    : division === 'development'
      ? 'Development (Beginners)'
      : 'Professional (Experienced)';

const Tournament = ({ event }: { event: PublicEvent }) => {
  const association = useAssociation();
  const { tone, label } = STATES[event.state];
  const isEntered = useMyEvent(event.id)?.entry != null;
  const here = readersInstant(event.datetime, association.timeZone);
  return (
    <Stack gap={3} className={styles['event']}>
      <div className={styles['head']}>
        <h3>{tournamentTitle(event)}</h3>
        <div className={styles['badges']}>
          <EntryBadge eventId={event.id} />
          <Badge tone={tone}>{label}</Badge>
        </div>
      </div>
      <dl className={styles['details']}>
        <div>
          <dt>Date</dt>
          <dd>
            {formatDate(event.datetime)}, {formatTime(event.datetime)}
          </dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
        <div>
          <dt>Where</dt>
          <dd>{placeOf(event)}</dd>
        </div>
        <div>
          <dt>Register by</dt>
          <dd>{formatDate(event.registrationDeadline)}</dd>
        </div>
        <div>
          <dt>Entry fee</dt>
          <dd>{priceWords(event)} (discounted for members)</dd>
        </div>
        {event.state !== 'closed' && (
          <div>
            <dt>Your price</dt>
            <dd>
              <YourPrice eventId={event.id} />
            </dd>
          </div>
        )}
        <Refunds event={event} />
        <div>
          <dt>Divisions</dt>
          <dd>{divisionText(event)}</dd>
        </div>
      </dl>
      <Actions>
        <JoinMeeting eventId={event.id} />
        <PayNow eventId={event.id} />
        <SeeEntry eventId={event.id} />
        {event.state !== 'closed' && !isEntered && <LinkButton to={pathTo('tournaments')}>Register</LinkButton>}
        <AddToCalendar event={event} page={pathTo('tournaments')} variant="quiet" />
      </Actions>
    </Stack>
  );
};

/** The upcoming ones, and those that the member has entered, soonest first. */
const withOwn = (shown: readonly PublicEvent[], all: readonly PublicEvent[], mine: readonly MyEvent[]): PublicEvent[] =>
  all
    .filter(
      (event) =>
        shown.includes(event) ||
        (event.type === 'tournament' && mine.some(({ eventId, entry }) => eventId === event.id && entry !== null)),
    )
    .toSorted((one, other) => one.datetime.localeCompare(other.datetime));

export const TournamentCard = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(eventsQuery);
  const { data: mine } = useQuery(myEventsQuery);
  const tournaments = withOwn(upcoming(data ?? [], 'tournament'), data ?? [], mine ?? []);
  return (
    <Card title="Upcoming Tournaments" side="neg">
      {isPending ? (
        <Skeleton lines={12} label="Loading tournaments" />
      ) : isError ? (
        <ErrorState title="The tournaments could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : tournaments.length === 0 ? (
        <EmptyState title="No tournament is scheduled yet">
          The dates of the season appear here as soon as they are set.
        </EmptyState>
      ) : (
        <Stack gap={6}>
          {tournaments.map((event) => (
            <Tournament key={event.id} event={event} />
          ))}
        </Stack>
      )}
    </Card>
  );
};
