import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { CheckoutOutcome, Unknown } from '../../../features/join/components/checkout-outcome.tsx';

export default function SubscribeSuccess() {
  const [params] = useSearchParams();
  const sessionId = params.get('session_id')?.trim() ?? '';
  return (
    <div className="page">
      <PageMeta title="Your subscription" description="Where your payment stands, and what comes next." isPrivate />
      {sessionId === '' ? <Unknown /> : <CheckoutOutcome key={sessionId} sessionId={sessionId} />}
    </div>
  );
}
