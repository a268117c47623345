import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { BuiltPage } from '../config/paths.ts';

/** The component of every built page, each in its own chunk. A page that `paths.ts` calls built and that is missing here does not compile. */
export const SCREENS: Record<BuiltPage, LazyExoticComponent<ComponentType>> = {
  home: lazy(() => import('./routes/public/home.tsx')),
  register: lazy(() => import('./routes/public/register.tsx')),
  subscribe: lazy(() => import('./routes/public/subscribe.tsx')),
  subscribeSuccess: lazy(() => import('./routes/public/subscribe-success.tsx')),
  subscribeCancel: lazy(() => import('./routes/public/subscribe-cancel.tsx')),
  login: lazy(() => import('./routes/public/login.tsx')),
  dashboard: lazy(() => import('./routes/member/dashboard.tsx')),
  accountSubscription: lazy(() => import('./routes/member/account-subscription.tsx')),
  adminLogin: lazy(() => import('./routes/admin/admin-login.tsx')),
  admin: lazy(() => import('./routes/admin/admin.tsx')),
};
