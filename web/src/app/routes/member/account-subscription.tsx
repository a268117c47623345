import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { SubscriptionPage } from '../../../features/subscription/components/subscription-page.tsx';

export default function AccountSubscription() {
  return (
    <div className="page">
      <PageMeta
        title="Subscription"
        description="Your membership, its next billing date and your payments."
        isPrivate
      />
      <PageHeader title="Subscription" over={<Link to={pathTo('dashboard')}>Back to Dashboard</Link>} />
      <SubscriptionPage />
    </div>
  );
}
