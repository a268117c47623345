import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { STATES } from '../../../components/events/upcoming.ts';
import { Section } from '../../../components/page/section.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatDate } from '../../../lib/format.ts';
import { seasonOf } from '../season.ts';
import { SeasonRing } from './season-ring.tsx';
import styles from './season.module.css';

const SHOWN = 4;

interface Props {
  title: string;
  lead: string;
  tournaments: readonly PublicEvent[];
  isPending: boolean;
}

/** The ring of the year, and the dates of its next round. */
export const Season = ({ title, lead, tournaments, isPending }: Props) => {
  const [next] = tournaments;
  return (
    <Section title={title} lead={lead}>
      <div className={styles['season']}>
        <SeasonRing next={next === undefined ? undefined : seasonOf(new Date(next.datetime))} />
        {isPending ? (
          <Skeleton lines={6} label="Loading the dates of the season" />
        ) : next === undefined ? (
          <EmptyState title="No dates yet">The dates of the season appear here as soon as they are set.</EmptyState>
        ) : (
          <ol className={styles['dates']}>
            {tournaments.slice(0, SHOWN).map((event) => (
              <li key={event.id}>
                <p className={styles['date']}>{formatDate(event.datetime)}</p>
                <p className={styles['title']}>{event.title}</p>
                <p className={styles['deadline']}>
                  {event.state === 'closed'
                    ? STATES.closed.label
                    : `Register by ${formatDate(event.registrationDeadline)}`}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
};
