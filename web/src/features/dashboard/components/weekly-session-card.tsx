import { MeetingLink } from '../../../components/meeting-places/meeting-link.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CheckIcon } from '../../../components/ui/icons.tsx';
import { association } from '../../../config/association.ts';
import { dashboardSession } from '../../../config/schedule.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { readersTime } from '../../../lib/readers-time.ts';
import styles from './weekly-session-card.module.css';

const INCLUDED = ['Coaching in every session', 'Practice with other members', 'Recordings of past sessions', 'The Discord community'];

/** What happens next, first: the session, and the button that leads into it. */
export const WeeklySessionCard = () => {
  const { user } = useMember();
  const here = readersTime(dashboardSession.hour, association.timeZone);
  return (
    <Card title="Weekly Debate Club" side="aff" raised>
      <dl className={styles['facts']}>
        <div>
          <dt>Session</dt>
          <dd>{dashboardSession.time}</dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
        <div>
          <dt>Length</dt>
          <dd>{dashboardSession.length}</dd>
        </div>
        <div>
          <dt>Topic</dt>
          <dd>{dashboardSession.topic}</dd>
        </div>
      </dl>
      <ul className={styles['list']}>
        {INCLUDED.map((item) => (
          <li key={item}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        {isActive(user) ? (
          <MeetingLink place="zoomUrl" variant="primary">
            Join Zoom
          </MeetingLink>
        ) : (
          <p className={styles['small']}>The Zoom link opens here once your membership is active.</p>
        )}
      </div>
    </Card>
  );
};
