import { AnalyticsPage } from '../../../../features/admin/components/analytics/analytics-page.tsx';

export default function Analytics() {
  return <AnalyticsPage />;
}
