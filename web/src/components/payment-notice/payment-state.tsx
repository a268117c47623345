import { formatCents } from '@lectern/contracts/money';
import { useCheckout } from '../checkout/use-checkout.ts';
import { Notice } from '../ui/states.tsx';

/** The status of the payment whose page the person comes back from. */
export default function PaymentState({ sessionId, paid }: { sessionId: string; paid: string }) {
  const { data, error, isForAnother } = useCheckout(sessionId);
  if (error !== null && data === undefined) return null;
  switch (data?.status) {
    case 'complete':
      return (
        <Notice role="status">
          <p>
            <strong>{data.amount === 0 ? 'There was nothing to pay.' : 'Paid.'}</strong>{' '}
            {isForAnother ? 'Thank you. We emailed the person you paid for.' : paid}
          </p>
        </Notice>
      );
    case 'ended':
      return (
        <Notice tone="wait" role="status">
          <p>
            <strong>This entry was removed or has ended.</strong>{' '}
            {data.amount > 0 && `We received ${formatCents(data.amount)} for it. `}
            Our latest email about it says more.
          </p>
        </Notice>
      );
    case 'refunded':
      return (
        <Notice tone="wait" role="status">
          <p>
            <strong>This payment was refunded.</strong> The email about it says why.
          </p>
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="stop" role="status">
          <p>
            <strong>This payment was not completed.</strong> You have not been charged. The link in your email opens a
            new payment page.
          </p>
        </Notice>
      );
    default:
      return (
        <Notice role="status">
          <p>We are asking the payment provider about your payment. This usually takes a few seconds.</p>
        </Notice>
      );
  }
}
