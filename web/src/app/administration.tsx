import { lazy, type ComponentType } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { ADMIN_SECTION_NAMES, adminSectionPath } from '../config/admin-sections.ts';
import { PAGE_NAMES, PAGES, pathTo, type PageIn } from '../config/paths.ts';
import { ConsoleGate } from './console-gate.tsx';
import { AdminLayout } from './layout/admin-layout.tsx';
import { AdminSection } from './routes/console/admin-section.tsx';
import NotFound from './routes/public/not-found.tsx';

const ENTRANCE: Record<PageIn<'admin'>, ComponentType> = {
  adminLogin: lazy(() => import('./routes/admin/admin-login.tsx')),
  adminForgotPassword: lazy(() => import('./routes/admin/admin-forgot-password.tsx')),
  adminSetup: lazy(() => import('./routes/admin/admin-setup.tsx')),
  adminChoosePassword: lazy(() => import('./routes/admin/admin-choose-password.tsx')),
};
const Admin = lazy(() => import('./routes/console/admin.tsx'));

/** An address as a route below the one of the administration. */
const below = (address: string): Pick<RouteObject, 'path' | 'caseSensitive'> => ({
  path: address.slice(`${pathTo('admin')}/`.length),
  caseSensitive: true,
});

const ROUTES: RouteObject[] = [
  {
    Component: AdminLayout,
    children: [
      ...PAGE_NAMES.filter((page): page is PageIn<'admin'> => PAGES[page].area === 'admin').map((page) => ({
        ...below(pathTo(page)),
        Component: ENTRANCE[page],
      })),
      { path: '*', Component: NotFound },
    ],
  },
  {
    Component: ConsoleGate,
    children: [
      { index: true, Component: Admin },
      ...ADMIN_SECTION_NAMES.map((name) => ({
        ...below(adminSectionPath(name)),
        element: <AdminSection name={name} />,
      })),
    ],
  },
];

/** The pages of administrators, in a chunk of their own: no page of the site or of members needs them. */
export default function Administration() {
  return useRoutes(ROUTES);
}
