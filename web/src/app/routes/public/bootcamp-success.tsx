import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Confirming, SeatOutcome, UnknownCheckout } from '../../../features/bootcamp/components/seat-outcome.tsx';
import { useHydrated } from '../../../lib/use-hydrated.ts';

export default function BootcampSuccess() {
  const [params] = useSearchParams();
  // Prerendered without its query. A person who has just paid must not see "unknown checkout" first.
  const isHydrated = useHydrated();
  const sessionId = params.get('session_id')?.trim() ?? '';
  return (
    <div className="page">
      <PageMeta title="Your bootcamp registration" description="Where your payment stands, and what comes next." />
      {!isHydrated ? (
        <Confirming />
      ) : sessionId === '' ? (
        <UnknownCheckout />
      ) : (
        <SeatOutcome key={sessionId} sessionId={sessionId} />
      )}
    </div>
  );
}
