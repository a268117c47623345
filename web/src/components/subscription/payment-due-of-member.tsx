import { lazy, Suspense } from 'react';
import { useMemberToken } from '../../lib/member-session.ts';

const MembershipPaymentNotice = lazy(() => import('./payment-due.tsx'));

/** On a public page: that the signed-in person's last payment failed or is processing, where it is so. Visitors load nothing of it. */
export const PaymentDueOfMember = () =>
  useMemberToken() === null ? null : (
    <Suspense>
      <MembershipPaymentNotice />
    </Suspense>
  );
