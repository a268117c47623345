import type { dashboardCounts } from '@lectern/contracts/system/http';
import type { RouteResponse } from '@lectern/contracts/route';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '../../../components/console/list-view.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { countsQuery } from '../api/get-counts.ts';
import { countChanges } from '../count-changes.ts';
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
      <span className={styles['moved']} title="Change at the latest refresh">
        {change > 0 ? '+' : '−'}
        {formatCount(Math.abs(change))}
      </span>
    )}
  </>
);

/** The campaigns by status. The rest are scheduled, being sent, paused or cancelled. */
const campaignsInWords = ({ totalEmailCampaigns, sentEmailCampaigns, draftEmailCampaigns }: Counts): string => {
  const rest = totalEmailCampaigns - sentEmailCampaigns - draftEmailCampaigns;
  return `${formatCount(sentEmailCampaigns)} sent, ${countOf(draftEmailCampaigns, ['draft', 'drafts'])}${rest > 0 ? `, ${formatCount(rest)} with another status` : ''}`;
};

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
          note="Registrations with the status Active. The Debate Club tab also lists pending, paused and cancelled ones."
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
          note={campaignsInWords(data)}
        />
      </Stats>
      {isError && (
        <p className={styles['stale']}>The last refresh failed. These numbers are from the refresh before it.</p>
      )}
    </div>
  );
};
