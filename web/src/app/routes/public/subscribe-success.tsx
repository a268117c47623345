import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Asking, CheckoutOutcome, Unknown } from '../../../features/join/components/checkout-outcome.tsx';
import { useHydrated } from '../../../lib/use-hydrated.ts';

export default function SubscribeSuccess() {
  const [params] = useSearchParams();
  // Prerendered without its query. A person who has just paid must not see "unknown checkout" first.
  const isHydrated = useHydrated();
  const sessionId = params.get('session_id')?.trim() ?? '';
  return (
    <div className="page">
      <PageMeta title="Your subscription" description="Where your payment stands, and what comes next." isPrivate />
      {!isHydrated ? (
        <Asking />
      ) : sessionId === '' ? (
        <Unknown />
      ) : (
        <CheckoutOutcome key={sessionId} sessionId={sessionId} />
      )}
    </div>
  );
}
