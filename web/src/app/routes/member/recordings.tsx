import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { RecordingsPage } from '../../../features/recordings/components/recordings-page.tsx';

export default function Recordings() {
  return (
    <div className="page">
      <PageMeta title="Recordings" description="The recordings of past sessions." isPrivate />
      <PageHeader
        title="Recordings"
        over={<Link to={pathTo('dashboard')}>Back to Dashboard</Link>}
        lead="Past sessions, to watch again or to catch up on."
      />
      <RecordingsPage />
    </div>
  );
}
