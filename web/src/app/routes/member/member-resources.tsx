import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { MemberResourcesPage } from '../../../features/member-resources/components/member-resources-page.tsx';

export default function MemberResources() {
  return (
    <div className="page">
      <PageMeta title="Member Resources" description="Guides, recordings, schedules and the community." isPrivate />
      <PageHeader
        title="Member Resources"
        over={<Link to={pathTo('dashboard')}>Back to Dashboard</Link>}
        lead="Guides, recordings and events for the days between two sessions."
      />
      <MemberResourcesPage />
    </div>
  );
}
