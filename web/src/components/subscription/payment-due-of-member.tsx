import { lazy, Suspense } from 'react';
import { useMemberToken } from '../../lib/member-session.ts';

const PaymentDueIfSo = lazy(() => import('./payment-due.tsx'));

/** On a public page: that the signed-in person's last payment failed, where it did. Visitors load nothing of it. */
export const PaymentDueOfMember = () =>
  useMemberToken() === null ? null : (
    <Suspense>
      <PaymentDueIfSo />
    </Suspense>
  );
