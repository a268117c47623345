import { useSearchParams } from 'react-router-dom';
import { Tabs, type Tab } from '../../../components/ui/tabs.tsx';
import { MessagingTab } from '../../../features/campaigns/components/messaging-tab.tsx';
import { NewsletterTab } from '../../../features/newsletter-subscribers/components/newsletter-tab.tsx';
import { OverviewTab } from '../../../features/overview/components/overview-tab.tsx';
import { PromoCodesTab } from '../../../features/promo-codes/components/promo-codes-tab.tsx';
import { DebateClubTab } from '../../../features/registrations/components/debate-club-tab.tsx';
import { TournamentsTab } from '../../../features/registrations/components/tournaments-tab.tsx';

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
