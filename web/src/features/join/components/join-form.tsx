import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { RegisterForm } from './register-form.tsx';

const LoggedInNotice = lazy(() => import('./logged-in-notice.tsx'));
const MemberNotice = lazy(() => import('./member-notice.tsx'));

/** Creates an account for a visitor. A logged-in person has one and gets a link to the payment or to the membership. */
export const JoinForm = () => {
  const user = useCurrentUser();
  if (user === undefined) return <RegisterForm />;
  return (
    <Suspense>
      {user.subscriptionStatus === 'active' ? <MemberNotice user={user} /> : <LoggedInNotice user={user} />}
    </Suspense>
  );
};
