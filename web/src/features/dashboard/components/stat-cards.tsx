import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { tournamentTitle, upcoming } from '../../../components/events/upcoming.ts';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { dashboardSession } from '../../../config/schedule.ts';
import { formatDate } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';

export const StatCards = () => {
  const { user } = useMember();
  const events = useQuery(eventsQuery);
  const [next] = upcoming(events.data ?? [], 'tournament');
  return (
    <Stats>
      <Stat label="Membership status" value={isActive(user) ? 'Active' : 'Inactive'} note={isActive(user) ? 'Everything is open to you.' : 'Not paid yet.'} />
      <Stat label="Weekly sessions" value={dashboardSession.summary} note={`${dashboardSession.length}, live on Zoom`} />
      <Stat
        label="Next tournament"
        value={events.isPending ? '…' : next === undefined ? 'To be announced' : formatDate(next.datetime)}
        note={next === undefined ? undefined : tournamentTitle(next)}
      />
    </Stats>
  );
};
