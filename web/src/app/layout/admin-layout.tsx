import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import styles from './admin-layout.module.css';
import { PageLoading } from './page-loading.tsx';
import { useRouteEffects } from './route-effects.ts';
import { SkipLink } from './skip-link.tsx';

/** The screens of administrators who are not signed in: white, without the site's header, footer and join bar. */
export const AdminLayout = () => {
  useRouteEffects();
  return (
    <div className={styles['admin']}>
      <SkipLink />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
};
