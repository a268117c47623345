import { Navigate, useSearchParams } from 'react-router-dom';
import { QuoteShape } from '../../../components/art/quote-shape.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { useMemberToken } from '../../../lib/member-session.ts';
import { safePath } from '../../../lib/safe-path.ts';
import styles from './login.module.css';

/** Who is signed in, from before or since a moment, goes on to where they were going. */
export default function Login() {
  const [params] = useSearchParams();
  if (useMemberToken() !== null) return <Navigate replace to={safePath(params.get('next')) ?? pathTo('dashboard')} />;

  return (
    <div className={`page ${styles['split']}`}>
      <PageMeta title="Member Login" description={`Log in to your ${association.name} membership: sessions, resources and your subscription.`} />
      <div className={styles['column']}>
        <h1>Member Login</h1>
        <p className={styles['lead']}>Your sessions, resources and subscription are on the other side.</p>
        <LoginForm />
      </div>
      <figure className={styles['panel']}>
        <QuoteShape />
        <blockquote lang="la">Audi alteram partem.</blockquote>
        <figcaption>“Hear the other side.” The oldest rule of a fair hearing, and the first one of a good debate.</figcaption>
      </figure>
    </div>
  );
}
