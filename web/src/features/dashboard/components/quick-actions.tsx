import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { meetingPlacesQuery } from '../../../components/meeting-places/get-meeting-places.ts';
import { Card } from '../../../components/ui/card.tsx';
import { ArrowIcon, OutIcon } from '../../../components/ui/action-icons.tsx';
import { pathTo, type PageName } from '../../../config/paths.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import styles from './quick-actions.module.css';

const ACTIONS: readonly [label: string, page: PageName][] = [
  ['Resources', 'memberResources'],
  ['Practice Topics', 'practiceTopics'],
  ['Recordings', 'recordings'],
  ['Tournaments', 'tournaments'],
  ['Subscription', 'accountSubscription'],
  ['Support', 'contact'],
  ['Settings', 'accountSettings'],
];

/** The pages that members open most. */
export const QuickActions = () => {
  const { user } = useMember();
  const { data: { zoomUrl } = {} } = useQuery({ ...meetingPlacesQuery, enabled: isActive(user) });
  return (
    <Card title="Quick Actions">
      <nav className={styles['list']} aria-label="Quick actions">
        {isActive(user) && (
          // A link without `href` while its URL loads: a placeholder.
          <a
            {...(zoomUrl == null ? { 'aria-disabled': true } : { href: zoomUrl })}
            target="_blank"
            rel="noreferrer"
            className={styles['item']}
          >
            Join Zoom
            <OutIcon />
          </a>
        )}
        {ACTIONS.map(([label, page]) => (
          <Link key={page} to={pathTo(page)} className={styles['item']}>
            {label}
            <ArrowIcon />
          </Link>
        ))}
      </nav>
    </Card>
  );
};
