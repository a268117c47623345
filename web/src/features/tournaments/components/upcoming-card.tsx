import { formatCentsShort } from '@lectern/contracts/money';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { priceWords } from '../../../components/events/price-words.ts';
import { refundsOfEvent } from '../../../components/events/refunds-of-event.ts';
import { placeOf, STATES, tournamentTitle } from '../../../components/events/upcoming.ts';
import { InReadersTime } from '../../../components/page/details.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { TOURNAMENT_ENTRY } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';

import { readersInstant } from '../../../lib/readers-time.ts';
import styles from './upcoming-card.module.css';
import type { Registration } from './use-registration.tsx';

const Head = ({ event }: { event: PublicEvent }) => {
  const association = useAssociation();
  const { tone, label } = STATES[event.state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <h3>{tournamentTitle(event)}</h3>
      <p className={styles['date']}>{formatDate(event.datetime)}</p>
      <p className={styles['time']}>
        {formatTime(event.datetime)}
        <span>
          <InReadersTime timeOf={() => readersInstant(event.datetime, association.timeZone)} />
        </span>
      </p>
    </>
  );
};

const Open = ({ event, trigger }: { event: PublicEvent; trigger: Registration['trigger'] }) => {
  const refunds = refundsOfEvent(event);
  return (
    <article className={styles['event']}>
      <Head event={event} />
      <dl className={styles['details']}>
        <div>
          <dt>Where</dt>
          <dd>{placeOf(event)}</dd>
        </div>
        <div>
          <dt>Register by</dt>
          <dd>{formatDate(event.registrationDeadline)}</dd>
        </div>
        <div>
          <dt>Entry</dt>
          <dd>
            {priceWords(event)} per tournament
            {event.memberPrice !== null && `, members ${formatCentsShort(event.memberPrice)} or free`}
          </dd>
        </div>
        {refunds !== null && (
          <div>
            <dt>Refund if you withdraw</dt>
            <dd>{refunds}</dd>
          </div>
        )}
        <div>
          <dt>Places</dt>
          <dd>
            {event.state === 'full'
              ? 'Sold out. New entries join the waitlist.'
              : event.placesLeft === null
                ? event.places === undefined
                  ? 'For everybody who registers in time'
                  : 'Limited in some events. The form shows how many are left.'
                : `${event.placesLeft} left`}
          </dd>
        </div>
      </dl>
      <Actions className={styles['actions']}>
        <LinkButton variant="primary" {...trigger}>
          {event.state === 'full' ? 'Join the waitlist' : 'Register'}
        </LinkButton>
        <AddToCalendar event={event} page={pathTo('tournaments')} />
      </Actions>
    </article>
  );
};

const Closed = ({ event }: { event: PublicEvent }) => (
  <article className={cx(styles['event'], styles['closed'])}>
    <Head event={event} />
    <Actions className={styles['actions']}>
      <AddToCalendar event={event} page={pathTo('tournaments')} size="small" />
    </Actions>
  </article>
);

interface Props {
  title: string;
  tournaments: readonly PublicEvent[];
  state: 'pending' | 'error' | 'success';
  onRetry: () => void;
  isRetrying: boolean;
  trigger: Registration['trigger'];
}

/** The upcoming tournament; after its deadline, also the next one that can be entered. */
export const UpcomingCard = ({ title, tournaments, state, onRetry, isRetrying, trigger }: Props) => (
  <section
    className={cx(styles['card'], state === 'success' && tournaments.length === 0 && styles['empty'])}
    aria-labelledby="upcoming-title"
  >
    <h2 id="upcoming-title">{title}</h2>
    {state === 'pending' ? (
      <>
        <Skeleton lines={6} label="Loading the next tournament" />
        <p className={styles['time']}>Virtual on Zoom, {formatCentsShort(TOURNAMENT_ENTRY)} per tournament.</p>
      </>
    ) : state === 'error' ? (
      <ErrorState title="The tournaments could not be loaded" onRetry={onRetry} retrying={isRetrying} />
    ) : tournaments.length === 0 ? (
      <EmptyState title="No tournament is scheduled yet">
        The dates of the season appear here as soon as they are set.
      </EmptyState>
    ) : (
      tournaments.map((event) =>
        event.state === 'closed' ? (
          <Closed key={event.id} event={event} />
        ) : (
          <Open key={event.id} event={event} trigger={trigger} />
        ),
      )
    )}
  </section>
);
