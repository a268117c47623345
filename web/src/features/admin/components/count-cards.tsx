import type { dashboardCounts } from '@lectern/contracts/system/http';
import type { RouteResponse } from '@lectern/contracts/route';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { countsQuery } from '../api/get-counts.ts';
import { countChanges } from '../count-changes.ts';
import { countOf } from '../list-view.ts';
import styles from './count-cards.module.css';

type Counts = RouteResponse<typeof dashboardCounts>;

/** The counts of the latest refresh and of the one before it. */
const useCountsWithPrevious = () => {
  const query = useQuery(countsQuery);
  const [seen, setSeen] = useState<{ now?: Counts; before?: Counts }>({});
  if (query.data !== seen.now) setSeen({ now: query.data, before: seen.now });
  return { ...query, before: seen.before };
};

const Count = ({ value, change }: { value: number; change: number | undefined }) => (
  <>
    {formatCount(value)}
    {change !== undefined && (
      <span className={styles['moved']} title="The latest change since you opened this page">
        {change > 0 ? '+' : '−'}
        {formatCount(Math.abs(change))}
      </span>
    )}
  </>
);

/** Four numbers that refresh every 30 seconds. A number that changed is marked. */
export const CountCards = () => {
  const { data, before, isPending, isError, isFetching, refetch } = useCountsWithPrevious();
  if (isPending) return <Skeleton lines={3} label="Loading the counts" />;
  if (data === undefined)
    return <ErrorState title="The counts could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />;

  const changes = countChanges(before, data);
  return (
    <div>
      <Stats>
        <Stat
          label="Active debate club members"
          value={<Count value={data.activeDebateClubMembers} change={changes.activeDebateClubMembers} />}
          note="Active registrations, with those that staff added or imported"
        />
        <Stat
          label="Tournament registrations"
          value={<Count value={data.totalTournamentRegistrations} change={changes.totalTournamentRegistrations} />}
        />
        <Stat
          label="Newsletter subscribers"
          value={<Count value={data.activeNewsletterSubscribers} change={changes.activeNewsletterSubscribers} />}
        />
        <Stat
          label="Email campaigns"
          value={<Count value={data.totalEmailCampaigns} change={changes.totalEmailCampaigns} />}
          note={`${formatCount(data.sentEmailCampaigns)} sent, ${countOf(data.draftEmailCampaigns, ['draft', 'drafts'])}`}
        />
      </Stats>
      {Object.keys(changes).length > 0 && (
        <p>
          A number with + or − is the latest change since you opened this page. The counts refresh every 30 seconds.
        </p>
      )}
      {isError && (
        <p className={styles['stale']}>The last refresh failed. These numbers are from the refresh before it.</p>
      )}
    </div>
  );
};
