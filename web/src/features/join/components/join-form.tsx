import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { RegisterForm } from './register-form.tsx';

/** A new account for a visitor; a person who is logged in and has no membership has one already, and is led to the payment. */
export const JoinForm = () => {
  const user = useCurrentUser();
  if (user === undefined || user.subscriptionStatus === 'active') return <RegisterForm />;
  return (
    <Notice>
      <p>
        You are logged in as {user.firstName} {user.lastName} ({user.email}). Your account is ready: choose a plan on your dashboard and continue to
        payment.
      </p>
      <p>
        <LinkButton to={pathTo('dashboard')} variant="primary">
          Complete your membership
        </LinkButton>
      </p>
    </Notice>
  );
};
