import { Navigate, useSearchParams } from 'react-router-dom';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { useMemberToken } from '../../../lib/member-session.ts';
import { safePath } from '../../../lib/safe-path.ts';

const MAXIM = {
  latin: 'Audi alteram partem.',
  words: '“Hear the other side.” The oldest rule of a fair hearing, and the first one of a good debate.',
};

/** Redirects a signed-in member to the page that they asked for, also right after the login. */
export default function Login() {
  const association = useAssociation();
  const [params] = useSearchParams();
  if (useMemberToken() !== null) return <Navigate replace to={safePath(params.get('next')) ?? pathTo('dashboard')} />;

  return (
    <>
      <PageMeta
        title="Member Login"
        description={`Log in to your ${association.name} membership: sessions, resources and your subscription.`}
        path={pathTo('login')}
      />
      <EntryPage
        title="Member Login"
        lead="Your sessions, resources and subscription are on the other side."
        maxim={MAXIM}
      >
        <LoginForm />
      </EntryPage>
    </>
  );
}
