import { ContactSupport } from '../../../components/contact-support.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { useMemberToken } from '../../../lib/member-session.ts';

export default function SubscribeCancel() {
  const isSignedIn = useMemberToken() !== null;
  return (
    <div className="page">
      <PageMeta
        title="Subscription cancelled"
        description="Your payment was cancelled and you have not been charged."
        isPrivate
      />
      <Outcome
        mark="stopped"
        title="Subscription cancelled"
        lead="You left the payment page before paying, and you have not been charged. If you created an account, it is still there: log in and pay whenever you like."
        actions={
          <>
            <LinkButton to={pathTo('subscribe')} variant="primary" size="large">
              Try Again
            </LinkButton>
            <ContactSupport size="large" />
            <LinkButton to={pathTo(isSignedIn ? 'dashboard' : 'login')} variant="quiet" size="large">
              {isSignedIn ? 'Dashboard' : 'Log in'}
            </LinkButton>
          </>
        }
      />
    </div>
  );
}
