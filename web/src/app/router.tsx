import { lazy, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pageAt, PAGES, type BuiltPage } from '../config/paths.ts';
import { AdminLayout } from './layout/admin-layout.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { SCREENS } from './screens.ts';

// Only members' pages need what the gate brings with it: the schemas of the identity routes.
const MemberGate = lazy(() => import('./member-gate.tsx'));
const NotFound = lazy(() => import('./routes/public/not-found.tsx'));
const showsDesign = import.meta.env.DEV || import.meta.env.VITE_DESIGN === '1';
const Design = showsDesign ? lazy(() => import('./routes/design/design.tsx')) : null;

const screenOf = (page: BuiltPage): ReactNode => {
  const Screen = SCREENS[page];
  return PAGES[page].area === 'member' ? (
    <MemberGate key={page} page={page}>
      <Screen />
    </MemberGate>
  ) : (
    <Screen key={page} />
  );
};

/**
 * The page of the address in its layout; the 404 page for an address that has none. Every page is a row of one flat table, so
 * this is all the routing there is: the router's own (nested routes, their data and errors) would be 3 KB of every page.
 */
export const AppRoutes = () => {
  const { pathname } = useLocation();
  // A trailing slash names the same page; the server redirects such a URL.
  const page = pageAt(pathname === '/' ? pathname : pathname.replace(/\/+$/, ''));
  if (page !== undefined && PAGES[page].area === 'admin') return <AdminLayout>{screenOf(page)}</AdminLayout>;
  if (Design !== null && pathname === '/__design')
    return (
      <SiteLayout>
        <Design />
      </SiteLayout>
    );
  return <SiteLayout>{page === undefined ? <NotFound /> : screenOf(page)}</SiteLayout>;
};
