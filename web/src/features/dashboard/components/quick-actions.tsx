import { Link } from 'react-router-dom';
import { Card } from '../../../components/ui/card.tsx';
import { ArrowIcon, OutIcon } from '../../../components/ui/icons.tsx';
import { association } from '../../../config/association.ts';
import { isBuilt, pathTo, type PageName } from '../../../config/paths.ts';
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

/** The places that a member goes to most. Pages that are not built yet are left out. */
export const QuickActions = () => {
  const { user } = useMember();
  return (
    <Card title="Quick Actions">
      <nav className={styles['list']} aria-label="Quick actions">
        {isActive(user) && (
          <a href={association.zoomUrl} target="_blank" rel="noreferrer" className={styles['item']}>
            Join Zoom
            <OutIcon />
          </a>
        )}
        {ACTIONS.map(([label, page]) =>
          isBuilt(page) ? (
            <Link key={page} to={pathTo(page)} className={styles['item']}>
              {label}
              <ArrowIcon />
            </Link>
          ) : null,
        )}
        {!isBuilt('contact') && (
          <a href={`mailto:${association.supportEmail}`} className={styles['item']}>
            Support
            <ArrowIcon />
          </a>
        )}
      </nav>
    </Card>
  );
};
