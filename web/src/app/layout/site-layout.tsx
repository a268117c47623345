import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ExitIntent } from '../../features/starter-kit/components/exit-intent.tsx';
import { useMemberToken } from '../../lib/member-session.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { JoinBar } from './join-bar.tsx';
import { PageLoading } from './page-loading.tsx';
import { useRouteEffects } from './route-effects.ts';
import styles from './site-layout.module.css';
import { SkipLink } from './skip-link.tsx';

/** Header, footer and join bar around every page but the administrators'. A signed-in member sees no join bar. */
export const SiteLayout = () => {
  useRouteEffects();
  const isSignedIn = useMemberToken() !== null;
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      {!isSignedIn && <JoinBar />}
      <ExitIntent />
    </>
  );
};
