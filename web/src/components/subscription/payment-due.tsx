import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../config/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/states.tsx';
import { useCurrentUser } from '../signed-in/current-user.ts';

/**
 * Whether the person who is signed in has a membership that is closed because its last payment failed. Undefined until it is known;
 * false for visitors.
 */
export const usePaymentDue = (): boolean | undefined => {
  const user = useCurrentUser();
  const isInactive = user !== undefined && user.subscriptionStatus !== 'active';
  const { data, isError } = useQuery({
    queryKey: ['member', 'subscription'],
    // Its schemas are no visitor's to load.
    queryFn: async (context) => (await import('./get-subscription.ts')).askForSubscription(context.signal),
    enabled: isInactive,
  });
  if (!isInactive || isError) return false;
  return data === undefined ? undefined : data?.status === 'past_due';
};

/** What is wrong, and the way to another card. */
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

/** {@link PaymentDue} where {@link usePaymentDue} says so. */
export default function PaymentDueIfSo() {
  return usePaymentDue() === true ? <PaymentDue /> : null;
}
