import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { association } from '../../../config/association.ts';
import { linkTo } from '../../../config/paths.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { eventsQuery } from '../api/list-events.ts';
import { registrationOf, tournamentTitle, upcomingTournaments } from '../next-tournament.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './tournament-card.module.css';

const divisionText = ({ division }: PublicEvent) =>
  division === null
    ? 'Development (Beginners) and Professional (Experienced)'
    : division === 'development'
      ? 'Development (Beginners)'
      : 'Professional (Experienced)';

const Tournament = ({ event, now }: { event: PublicEvent; now: Date }) => {
  const isOpen = registrationOf(event, now) === 'open';
  const tournaments = linkTo('tournaments');
  const here = readersInstant(event.datetime, association.timeZone);
  return (
    <div className={styles['event']}>
      <div className={styles['head']}>
        <h3>{tournamentTitle(event)}</h3>
        <Badge tone={isOpen ? 'ok' : 'stop'}>{isOpen ? 'Registration Open' : 'Registration Closed'}</Badge>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>Date</dt>
          <dd>
            {formatDate(event.datetime)}, {formatTime(event.datetime)}
          </dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
        <div>
          <dt>Where</dt>
          <dd>{/zoom/i.test(event.location) ? 'Virtual on Zoom' : event.location}</dd>
        </div>
        <div>
          <dt>Register by</dt>
          <dd>{formatDate(event.registrationDeadline)}</dd>
        </div>
        <div>
          <dt>Entry fee</dt>
          <dd>{formatCentsShort(event.price)} (discounted for members)</dd>
        </div>
        <div>
          <dt>Divisions</dt>
          <dd>{divisionText(event)}</dd>
        </div>
      </dl>
      {isOpen && tournaments !== null && <LinkButton to={tournaments}>Register</LinkButton>}
    </div>
  );
};

export const TournamentCard = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(eventsQuery);
  const now = new Date();
  const tournaments = upcomingTournaments(data ?? [], now);
  return (
    <Card title="Upcoming Tournaments" side="neg">
      {isPending ? (
        <Skeleton lines={6} label="Loading tournaments" />
      ) : isError ? (
        <ErrorState title="The tournaments could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : tournaments.length === 0 ? (
        <EmptyState title="No tournament is scheduled yet">The dates of the season appear here as soon as they are set.</EmptyState>
      ) : (
        <div className={styles['events']}>
          {tournaments.map((event) => (
            <Tournament key={event.id} event={event} now={now} />
          ))}
        </div>
      )}
    </Card>
  );
};
