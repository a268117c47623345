import { useSearchParams } from 'react-router-dom';
import { Tabs, type Tab } from '../../../components/ui/tabs.tsx';
import { DebateClubTab } from './debate-club-tab.tsx';
import { MessagingTab } from './campaign/messaging-tab.tsx';
import { NewsletterTab } from './newsletter-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PromoCodesTab } from './promo-codes-tab.tsx';
import { TournamentsTab } from './tournaments-tab.tsx';

const TABS: readonly Tab[] = [
  { value: 'overview', label: 'Overview', panel: <OverviewTab /> },
  { value: 'debate-club', label: 'Debate Club', panel: <DebateClubTab /> },
  { value: 'tournaments', label: 'Tournaments', panel: <TournamentsTab /> },
  { value: 'newsletter', label: 'Newsletter', panel: <NewsletterTab /> },
  { value: 'messaging', label: 'Messaging', panel: <MessagingTab /> },
  { value: 'promo-codes', label: 'Promo Codes', panel: <PromoCodesTab /> },
];

/** The dashboard's tabs. The URL names the open tab; changing the tab clears the search. */
export const AdminTabs = () => {
  const [params, setParams] = useSearchParams();
  const open = TABS.find((tab) => tab.value === params.get('tab')) ?? TABS[0]!;
  return <Tabs label="Dashboard sections" tabs={TABS} value={open.value} onChange={(tab) => setParams({ tab })} />;
};
