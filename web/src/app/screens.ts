import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { BUILT_PAGES, pageAt, type BuiltPage } from '../config/paths.ts';

/** Every built page, each in its own chunk. A page that `paths.ts` calls built and that is missing here does not compile. */
const LOADERS: Record<BuiltPage, () => Promise<{ default: ComponentType }>> = {
  home: () => import('./routes/public/home.tsx'),
  register: () => import('./routes/public/register.tsx'),
  subscribe: () => import('./routes/public/subscribe.tsx'),
  subscribeSuccess: () => import('./routes/public/subscribe-success.tsx'),
  subscribeCancel: () => import('./routes/public/subscribe-cancel.tsx'),
  login: () => import('./routes/public/login.tsx'),
  setupAccount: () => import('./routes/public/setup-account.tsx'),
  resetPassword: () => import('./routes/public/reset-password.tsx'),
  dashboard: () => import('./routes/member/dashboard.tsx'),
  accountSubscription: () => import('./routes/member/account-subscription.tsx'),
  adminLogin: () => import('./routes/admin/admin-login.tsx'),
  admin: () => import('./routes/admin/admin.tsx'),
};

export const SCREENS = Object.fromEntries(BUILT_PAGES.map((page) => [page, lazy(LOADERS[page])])) as Record<
  BuiltPage,
  LazyExoticComponent<ComponentType>
>;

/** Fetches the chunk of the page at an address ahead of its need. A failure is met again, and told, when the page is opened. */
export const preloadScreen = (address: string): void => {
  const path = /^[^?#]*/.exec(address)?.[0];
  const page = path === undefined ? undefined : pageAt(path);
  if (page !== undefined) LOADERS[page]().catch(() => undefined);
};
