import { lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { BUILT_PAGES, PAGES, type BuiltPage } from '../config/paths.ts';
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
    <MemberGate page={page}>
      <Screen />
    </MemberGate>
  ) : (
    <Screen />
  );
};

const routesOf = (pages: readonly BuiltPage[]) =>
  pages.map((page) => <Route key={page} path={PAGES[page].path} element={screenOf(page)} />);

const adminPages = BUILT_PAGES.filter((page) => PAGES[page].area === 'admin');
const sitePages = BUILT_PAGES.filter((page) => PAGES[page].area !== 'admin');

/** Every page of `paths.ts` in its layout; any other path is the 404 page. */
export const AppRoutes = () => (
  <Routes>
    <Route element={<AdminLayout />}>{routesOf(adminPages)}</Route>
    <Route element={<SiteLayout />}>
      {routesOf(sitePages)}
      {Design !== null && <Route path="/__design" element={<Design />} />}
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
);
