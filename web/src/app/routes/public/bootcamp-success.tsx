import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { PlaceOutcome, UnknownCheckout } from '../../../features/bootcamp/components/place-outcome.tsx';

export default function BootcampSuccess() {
  const [params] = useSearchParams();
  const sessionId = params.get('session_id')?.trim() ?? '';
  return (
    <div className="page">
      <PageMeta title="Your bootcamp place" description="Where your payment stands, and what comes next." isPrivate />
      {sessionId === '' ? <UnknownCheckout /> : <PlaceOutcome key={sessionId} sessionId={sessionId} />}
    </div>
  );
}
