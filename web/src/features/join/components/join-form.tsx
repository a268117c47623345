import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { RegisterForm } from './register-form.tsx';

const LoggedInNotice = lazy(() => import('./logged-in-notice.tsx'));

/** A new account for a visitor; a person who is logged in and has no membership has one already, and is led to the payment. */
export const JoinForm = () => {
  const user = useCurrentUser();
  if (user === undefined || user.subscriptionStatus === 'active') return <RegisterForm />;
  return (
    <Suspense>
      <LoggedInNotice user={user} />
    </Suspense>
  );
};
