import { createElement, lazy, type ComponentType } from 'react';
import { matchPath, parsePath } from 'react-router-dom';
import { PAGE_NAMES, PAGES, type PageIn, type PageName } from '../config/paths.ts';

/** All pages of administrators are one screen, with routes of its own. */
type ScreenName = PageIn<'public' | 'member'> | 'administration' | 'notFound';

/** Every page, each in its own chunk. A page of `paths.ts` that is missing here does not compile. */
const LOADERS: Record<ScreenName, () => Promise<{ default: ComponentType }>> = {
  home: () => import('./routes/public/home.tsx'),
  debateClub: () => import('./routes/public/debate-club.tsx'),
  howItWorks: () => import('./routes/public/how-it-works.tsx'),
  resources: () => import('./routes/public/resources.tsx'),
  article: () => import('./routes/public/article.tsx'),
  newsletters: () => import('./routes/public/newsletters.tsx'),
  newsletter: () => import('./routes/public/newsletter.tsx'),
  about: () => import('./routes/public/about.tsx'),
  contact: () => import('./routes/public/contact.tsx'),
  terms: () => import('./routes/public/terms.tsx'),
  privacy: () => import('./routes/public/privacy.tsx'),
  refunds: () => import('./routes/public/refunds.tsx'),
  classes: () => import('./routes/public/classes.tsx'),
  bootcampRegistration: () => import('./routes/public/bootcamp-registration.tsx'),
  bootcampSuccess: () => import('./routes/public/bootcamp-success.tsx'),
  tournaments: () => import('./routes/public/tournaments.tsx'),
  register: () => import('./routes/public/register.tsx'),
  subscribe: () => import('./routes/public/subscribe.tsx'),
  subscribeSuccess: () => import('./routes/public/subscribe-success.tsx'),
  subscribeCancel: () => import('./routes/public/subscribe-cancel.tsx'),
  pay: () => import('./routes/public/pay.tsx'),
  eventAccess: () => import('./routes/public/event-access.tsx'),
  entry: () => import('./routes/public/entry.tsx'),
  receipt: () => import('./routes/public/receipt.tsx'),
  unsubscribe: () => import('./routes/public/unsubscribe.tsx'),
  login: () => import('./routes/public/login.tsx'),
  setupAccount: () => import('./routes/public/setup-account.tsx'),
  resetPassword: () => import('./routes/public/reset-password.tsx'),
  confirmEmail: () => import('./routes/public/confirm-email.tsx'),
  undoEmailChange: () => import('./routes/public/undo-email-change.tsx'),
  endSession: () => import('./routes/public/end-session.tsx'),
  dashboard: () => import('./routes/member/dashboard.tsx'),
  accountSubscription: () => import('./routes/member/account-subscription.tsx'),
  memberResources: () => import('./routes/member/member-resources.tsx'),
  practiceTopics: () => import('./routes/member/practice-topics.tsx'),
  recordings: () => import('./routes/member/recordings.tsx'),
  accountSettings: () => import('./routes/member/account-settings.tsx'),
  administration: () => import('./administration.tsx'),
  notFound: () => import('./routes/public/not-found.tsx'),
};

const prepared = new Map<ScreenName, ComponentType>();

const screenOf = (name: ScreenName): ComponentType => {
  const Later = lazy(LOADERS[name]);
  return () => createElement(prepared.get(name) ?? Later);
};

export const SCREENS = Object.fromEntries(
  (Object.keys(LOADERS) as ScreenName[]).map((name) => [name, screenOf(name)]),
) as Record<ScreenName, ComponentType>;

/** The page at a path, if there is one. */
export const pageAt = (pathname: string): PageName | undefined =>
  PAGE_NAMES.find((page) => matchPath({ path: PAGES[page].path, caseSensitive: true }, pathname));

const screenFor = (page: PageName): ScreenName => (page in LOADERS ? (page as ScreenName) : 'administration');

/** Fetches the chunk of the page at an address before it is needed. A failure shows when the page is opened. */
export const preloadScreen = (address: string): void => {
  const page = pageAt(parsePath(address).pathname ?? '');
  if (page !== undefined) LOADERS[screenFor(page)]().catch(() => undefined);
};

/**
 * As {@link preloadScreen}; the page then renders without a loading state. Call it only before the first render: a page that
 * changed from lazy to loaded would lose its state.
 */
export const prepareScreen = async (pathname: string): Promise<void> => {
  const page = pageAt(pathname);
  const name = page === undefined ? 'notFound' : screenFor(page);
  try {
    prepared.set(name, (await LOADERS[name]()).default);
  } catch {
    // The failure shows when the page is opened.
  }
};
