import type { CurrentUser } from '@lectern/contracts/identity/model';
import { useInactiveReason } from '../../../components/subscription/payment-due.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';

/** Replaces the form for a logged-in person. The notice above handles a payment that failed or is processing. */
export default function LoggedInNotice({ user }: { user: CurrentUser }) {
  const reason = useInactiveReason();
  if (reason === undefined || reason === 'payment_due' || reason === 'payment_processing') return null;
  return (
    <Notice>
      <p>
        You are logged in as {user.firstName} {user.lastName} ({user.email}).{' '}
        {reason === 'paused'
          ? 'Your membership is paused. You can resume it on its page.'
          : `${reason === 'ended' ? 'Your membership has ended' : 'Your account is ready'}: choose a plan on your dashboard and continue to payment.`}
      </p>
      <p>
        <LinkButton to={pathTo(reason === 'paused' ? 'accountSubscription' : 'dashboard')} variant="primary">
          {reason === 'paused'
            ? 'See your subscription'
            : reason === 'ended'
              ? 'Join again'
              : 'Complete your membership'}
        </LinkButton>
      </p>
    </Notice>
  );
}
