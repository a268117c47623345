import { lazy, Suspense } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { PAGE_NAMES, PAGES, pathTo, type PageIn } from '../config/paths.ts';
import { PageLoading } from './layout/page-loading.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { SCREENS } from './screens.ts';

// Only members' pages need what the gate brings with it: the schemas of the identity routes.
const MemberGate = lazy(() => import('./member-gate.tsx'));
const showsDesign = import.meta.env.DEV || import.meta.env.VITE_DESIGN === '1';
const Design = showsDesign ? lazy(() => import('./routes/design/design.tsx')) : null;

const pagesOf = (area: 'public' | 'member'): RouteObject[] =>
  PAGE_NAMES.filter((page): page is PageIn<typeof area> => PAGES[page].area === area).map((page) => ({
    path: PAGES[page].path,
    caseSensitive: true,
    Component: SCREENS[page],
  }));

const ROUTES: RouteObject[] = [
  {
    Component: SiteLayout,
    children: [
      ...pagesOf('public'),
      { Component: MemberGate, children: pagesOf('member') },
      ...(Design === null ? [] : [{ path: '/__design', Component: Design }]),
      { path: '*', Component: SCREENS.notFound },
    ],
  },
  {
    path: `${pathTo('admin')}/*`,
    caseSensitive: true,
    element: (
      <Suspense fallback={<PageLoading />}>
        <SCREENS.administration />
      </Suspense>
    ),
  },
];

/** The page of the address in its layout; the 404 page for an address that has none. */
export const AppRoutes = () => useRoutes(ROUTES);
