import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Unsubscribe } from '../../../features/unsubscribe/components/unsubscribe.tsx';

export default function UnsubscribeRoute() {
  return (
    <div className="page">
      <PageMeta
        title="Unsubscribe"
        description="Unsubscribe your email address from newsletters and announcements with one click."
        isPrivate
      />
      <Unsubscribe />
    </div>
  );
}
