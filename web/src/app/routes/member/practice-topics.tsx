import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { PracticePage } from '../../../features/practice/components/practice-page.tsx';
import { Tips } from '../../../features/practice/components/tips.tsx';

export default function PracticeTopics() {
  return (
    <div className="page">
      <PageMeta
        title="Practice Topics"
        description="Sixty debate topics to practice with, and the timers for it."
        isPrivate
      />
      <PageHeader
        title="Practice Topics"
        over={<Link to={pathTo('dashboard')}>Back to Dashboard</Link>}
        lead="60 topics in 20 groups of three. Strike two, and argue the one that is left."
      />
      <Tips />
      <PracticePage />
    </div>
  );
}
