import { useSearchParams } from 'react-router-dom';
import { Tabs, type Tab } from '../../../components/ui/tabs.tsx';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { Community } from './community.tsx';
import { Guides } from './guides.tsx';
import { MembershipBanner } from './membership-banner.tsx';
import { Recordings } from './recordings.tsx';
import styles from './resources.module.css';
import { Schedules } from './schedules.tsx';

const TABS: readonly Tab[] = [
  { value: 'guides', label: 'Guides', panel: <Guides /> },
  { value: 'recordings', label: 'Recordings', panel: <Recordings /> },
  { value: 'schedules', label: 'Schedules', panel: <Schedules /> },
  { value: 'community', label: 'Community', panel: <Community /> },
];

/** The resources of members in tabs. The URL names the open tab, so that emails can link to it. */
export const MemberResourcesPage = () => {
  const { user } = useMember();
  const [params, setParams] = useSearchParams();
  const open = TABS.find((tab) => tab.value === params.get('tab')) ?? TABS[0]!;
  return (
    <div className={styles['page']}>
      {!isActive(user) && <MembershipBanner />}
      <Tabs
        label="Resources"
        tabs={TABS}
        value={open.value}
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
    </div>
  );
};
