import { lazy, Suspense } from 'react';
import { useMemberToken } from '../../lib/member-session.ts';

const MembershipPaymentNotice = lazy(() => import('./payment-due.tsx'));

/** On a public page: a notice when the signed-in person's last payment failed or is processing. Visitors do not load its code. */
export const PaymentDueOfMember = () =>
  useMemberToken() === null ? null : (
    <Suspense>
      <MembershipPaymentNotice />
    </Suspense>
  );
