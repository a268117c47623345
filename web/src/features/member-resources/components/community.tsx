import { useQuery } from '@tanstack/react-query';
import { meetingPlacesQuery } from '../../../components/meeting-places/get-meeting-places.ts';
import { MeetingLink } from '../../../components/meeting-places/meeting-link.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { MEMBERS_ONLINE } from '../../../config/community.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { OfficeHours } from './office-hours.tsx';
import styles from './resources.module.css';

const Discord = () => {
  const { day } = useWeeklyWords();
  const { user } = useMember();
  const { data: places } = useQuery(meetingPlacesQuery);
  if (places?.hasCommunity === false)
    return (
      <Card title="Discord" side="aff">
        <p>There is no Discord community at the moment.</p>
      </Card>
    );
  return (
    <Card title="Discord" side="aff" aside={<Badge>Members only</Badge>}>
      <p>
        Find a partner for a round on a weekday night, post a recording of yourself, or argue about last {day}'s motion.
      </p>
      <p className={styles['small']}>{MEMBERS_ONLINE} members online</p>
      <Cluster>
        {isActive(user) ? (
          <MeetingLink place="discordUrl" variant="primary">
            Join Discord
          </MeetingLink>
        ) : (
          <Button disabled>Members only</Button>
        )}
      </Cluster>
    </Card>
  );
};

export const Community = () => (
  <div className={styles['cards']}>
    <Discord />
    <OfficeHours />
  </div>
);
