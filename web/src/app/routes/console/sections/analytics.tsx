import { AnalyticsPage } from '../../../../features/analytics/components/analytics-page.tsx';

export default function Analytics() {
  return <AnalyticsPage />;
}
