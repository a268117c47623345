import { useCheckout } from '../../../components/checkout/use-checkout.ts';
import { Notice } from '../../../components/ui/states.tsx';
import { useMemberToken } from '../../../lib/member-session.ts';
import { processingCheckout } from '../../../lib/processing-checkout.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';

const OfCheckout = ({ sessionId }: { sessionId: string }) => {
  const { data } = useCheckout(sessionId);
  if (data?.status !== 'processing') return null;
  return (
    <Notice tone="wait" role="status">
      <p>
        <strong>Your bank is still processing the payment that you made in this browser.</strong> This can take a few
        days. The membership begins when the money arrives, and we send an email then. You do not need to pay again. If
        you do, for the same email, we keep one payment and refund the other.
      </p>
    </Notice>
  );
};

/** Above a form: says that the payment which a visitor made in this browser is processing. For a signed-in person the account reports it. */
export const ProcessingPayment = () => {
  const isHydrated = useHydrated();
  const isSignedIn = useMemberToken() !== null;
  const sessionId = isHydrated && !isSignedIn ? processingCheckout() : null;
  return sessionId === null ? null : <OfCheckout sessionId={sessionId} />;
};
