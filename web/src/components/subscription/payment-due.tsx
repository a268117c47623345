import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../config/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/states.tsx';
import { useCurrentUser } from '../signed-in/current-user.ts';
import styles from './payment-due.module.css';

export type InactiveReason = 'payment_due' | 'payment_processing' | 'paused' | 'ended' | 'unpaid';

/** Why the last subscription gives no access. */
const REASONS: Partial<Record<string, InactiveReason>> = {
  past_due: 'payment_due',
  pending: 'payment_processing',
  paused: 'paused',
  cancelled: 'ended',
};

/**
 * Why the signed-in person has no active membership. Undefined until it is known; null for visitors, for members, and where it could
 * not be loaded.
 */
export const useInactiveReason = (): InactiveReason | null | undefined => {
  const user = useCurrentUser();
  const isInactive = user !== undefined && user.subscriptionStatus !== 'active';
  const { data, isError } = useQuery({
    queryKey: ['member', 'subscription'],
    // Loaded on demand: visitors do not need its schemas.
    queryFn: async (context) => (await import('./get-subscription.ts')).askForSubscription(context.signal),
    enabled: isInactive,
  });
  if (!isInactive || isError) return null;
  return data === undefined ? undefined : (REASONS[data?.status ?? ''] ?? 'unpaid');
};

/** The failed payment, and the link to change the card. */
export const PaymentDue = () => (
  <Notice tone="stop" role="status">
    <p>Your last payment failed. Update your card to keep your membership.</p>
    <p>
      <LinkButton to={pathTo('accountSubscription')} variant="primary">
        Update Payment Method
      </LinkButton>
    </p>
  </Notice>
);

/** Says that nothing has to be paid now, and where the payment can be cancelled. */
const PaymentProcessing = () => (
  <Notice tone="wait" role="status">
    <p>
      <strong>Your bank is still processing your payment.</strong> This can take a few days. Your membership begins when
      the money arrives, and we email you then. To pay another way, cancel this payment on your subscription page first.
    </p>
    <p>
      <LinkButton to={pathTo('accountSubscription')}>See your subscription</LinkButton>
    </p>
  </Notice>
);

/** Above a form: the notice for a payment that {@link useInactiveReason} reports; else nothing. */
export default function MembershipPaymentNotice() {
  const reason = useInactiveReason();
  if (reason !== 'payment_due' && reason !== 'payment_processing') return null;
  return <div className={styles['above']}>{reason === 'payment_due' ? <PaymentDue /> : <PaymentProcessing />}</div>;
}
