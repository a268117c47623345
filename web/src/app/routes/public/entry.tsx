import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Entry } from '../../../features/entry/components/entry.tsx';

export default function EntryPage() {
  return (
    <div className="page">
      <PageMeta title="Your entry" description="Your entry for a tournament, and how to withdraw it." isPrivate />
      <Entry />
    </div>
  );
}
