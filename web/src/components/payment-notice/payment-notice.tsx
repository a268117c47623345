import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from '../../lib/use-hydrated.ts';

const PaymentState = lazy(() => import('./payment-state.tsx'));

/** The status of the payment, for a person who comes back from the payment page. Renders nothing for others. */
export const PaymentNotice = ({ paid }: { paid: string }) => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const sessionId = isHydrated ? (params.get('session_id') ?? '') : '';
  if (sessionId === '') return null;
  return (
    <Suspense fallback={null}>
      <PaymentState sessionId={sessionId} paid={paid} />
    </Suspense>
  );
};
