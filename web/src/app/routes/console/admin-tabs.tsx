import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NotPermitted } from '../../../components/console/not-permitted.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { DASHBOARD_TABS, TAB_PERMISSIONS, type DashboardTab } from '../../../config/dashboard-tabs.ts';
import { MessagingTab } from '../../../features/campaigns/components/messaging-tab.tsx';
import { NewsletterTab } from '../../../features/newsletter-subscribers/components/newsletter-tab.tsx';
import { OverviewTab } from '../../../features/overview/components/overview-tab.tsx';
import { PromoCodesTab } from '../../../features/promo-codes/components/promo-codes-tab.tsx';
import { DebateClubTab } from '../../../features/registrations/components/debate-club-tab.tsx';
import { TournamentsTab } from '../../../features/registrations/components/tournaments-tab.tsx';

const PANELS: Record<DashboardTab, ReactNode> = {
  overview: <OverviewTab />,
  'debate-club': <DebateClubTab />,
  tournaments: <TournamentsTab />,
  newsletter: <NewsletterTab />,
  messaging: <MessagingTab />,
  'promo-codes': <PromoCodesTab />,
};
const TABS = (Object.keys(DASHBOARD_TABS) as DashboardTab[]).map((value) => ({
  value,
  label: DASHBOARD_TABS[value],
  panel: PANELS[value],
}));

/**
 * The dashboard's tabs that the role includes. The URL names the open tab; changing the tab clears the search. One that
 * is opened by its address without the permission says who may.
 */
export const AdminTabs = () => {
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const open = TABS.find((tab) => tab.value === params.get('tab')) ?? TABS[0]!;
  const tabs = TABS.filter(({ value }) => value === open.value || may(TAB_PERMISSIONS[value])).map((tab) =>
    may(TAB_PERMISSIONS[tab.value]) ? tab : { ...tab, panel: <NotPermitted permission={TAB_PERMISSIONS[tab.value]} /> },
  );
  return <Tabs label="Dashboard sections" tabs={tabs} value={open.value} onChange={(tab) => setParams({ tab })} />;
};
