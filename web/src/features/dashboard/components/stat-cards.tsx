import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { tournamentTitle, upcoming } from '../../../components/events/upcoming.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { type InactiveReason, useInactiveReason } from '../../../components/subscription/payment-due.tsx';
import { lengthOf, summaryOf } from '../../../components/weekly-session/weekly-words.ts';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { formatDate } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';

/** Every state has a note of one line, so that nothing below moves. */
const NextTournament = () => {
  const { data, isPending, isError } = useQuery(eventsQuery);
  const label = 'Next tournament';
  if (isPending)
    return (
      <Stat
        label={label}
        value={<SkeletonWords label="Loading the next tournament" />}
        note={<SkeletonWords label="" />}
      />
    );
  if (isError) return <Stat label={label} value="Not loaded" note="The tournaments below say more." />;
  const [next] = upcoming(data, 'tournament');
  if (next === undefined) return <Stat label={label} value="To be announced" note="No date is set yet." />;
  return <Stat label={label} value={formatDate(next.datetime)} note={tournamentTitle(next)} />;
};

const WeeklySessions = () => {
  const association = useAssociation();
  const { text: weekly, isLoading } = useSiteText('weeklySession');
  const label = 'Weekly sessions';
  if (weekly !== undefined)
    return (
      <Stat label={label} value={summaryOf(weekly, association.timeZone)} note={`${lengthOf(weekly)}, live on Zoom`} />
    );
  if (isLoading)
    return (
      <Stat
        label={label}
        value={<SkeletonWords label="Loading the weekly session" />}
        note={<SkeletonWords label="" />}
      />
    );
  return <Stat label={label} value="Not loaded" note="Live on Zoom, every week." />;
};

const NOTES: Record<InactiveReason, string> = {
  payment_due: 'The last payment failed.',
  payment_processing: 'Your bank is processing the payment.',
  paused: 'It is paused.',
  ended: 'It has ended.',
  unpaid: 'Not paid yet.',
};

export const StatCards = () => {
  const { user } = useMember();
  const reason = useInactiveReason() ?? 'unpaid';
  return (
    <Stats>
      <Stat
        label="Membership status"
        value={isActive(user) ? 'Active' : 'Inactive'}
        note={isActive(user) ? 'Everything is open to you.' : NOTES[reason]}
      />
      <WeeklySessions />
      <NextTournament />
    </Stats>
  );
};
