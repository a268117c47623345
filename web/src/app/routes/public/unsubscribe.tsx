import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Unsubscribe } from '../../../features/unsubscribe/components/unsubscribe.tsx';

export default function UnsubscribeRoute() {
  return (
    <div className="page">
      <PageMeta
        title="Unsubscribe"
        description="End newsletters and announcements to your address with one press."
        isPrivate
      />
      <Unsubscribe />
    </div>
  );
}
