import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { EventAccess } from '../../../features/event-access/components/event-access.tsx';

export default function EventAccessPage() {
  return (
    <div className="page">
      <PageMeta title="Your event" description="When your event begins, and the link to its meeting." isPrivate />
      <EventAccess />
    </div>
  );
}
