/** Every address of the site. Links, menus, the router and `pages.json` all read this table. */
export const PAGES = {
  home: { path: '/', area: 'public' },
  debateClub: { path: '/debate-club', area: 'public' },
  howItWorks: { path: '/how-it-works', area: 'public' },
  classes: { path: '/classes', area: 'public' },
  tournaments: { path: '/tournaments', area: 'public' },
  resources: { path: '/resources', area: 'public' },
  article: { path: '/resources/:slug', area: 'public' },
  newsletters: { path: '/newsletters', area: 'public' },
  newsletter: { path: '/newsletters/:id', area: 'public' },
  about: { path: '/about', area: 'public' },
  contact: { path: '/contact', area: 'public' },
  terms: { path: '/terms', area: 'public' },
  privacy: { path: '/privacy', area: 'public' },
  refunds: { path: '/refunds', area: 'public' },
  register: { path: '/register', area: 'public' },
  subscribe: { path: '/subscribe', area: 'public' },
  subscribeSuccess: { path: '/subscribe/success', area: 'public' },
  subscribeCancel: { path: '/subscribe/cancel', area: 'public' },
  bootcampRegistration: { path: '/bootcamp-registration', area: 'public' },
  bootcampSuccess: { path: '/bootcamp-success', area: 'public' },
  pay: { path: '/pay', area: 'public' },
  eventAccess: { path: '/event-access', area: 'public' },
  entry: { path: '/entry', area: 'public' },
  receipt: { path: '/receipt', area: 'public' },
  unsubscribe: { path: '/unsubscribe', area: 'public' },
  login: { path: '/login', area: 'public' },
  setupAccount: { path: '/setup-account', area: 'public' },
  resetPassword: { path: '/reset-password', area: 'public' },
  confirmEmail: { path: '/confirm-email', area: 'public' },
  undoEmailChange: { path: '/undo-email-change', area: 'public' },
  endSession: { path: '/end-session', area: 'public' },
  dashboard: { path: '/dashboard', area: 'member' },
  accountSettings: { path: '/account/settings', area: 'member' },
  accountSubscription: { path: '/account/subscription', area: 'member' },
  memberResources: { path: '/member/resources', area: 'member' },
  practiceTopics: { path: '/practice-topics', area: 'member' },
  recordings: { path: '/recordings', area: 'member' },
  adminLogin: { path: '/admin/login', area: 'admin' },
  adminForgotPassword: { path: '/admin/forgot-password', area: 'admin' },
  adminSetup: { path: '/admin/setup', area: 'admin' },
  adminChoosePassword: { path: '/admin/choose-password', area: 'admin' },
  admin: { path: '/admin', area: 'console' },
  // One row for all of them (`admin-sections.ts`): this table is part of every page.
  adminSection: { path: '/admin/:section', area: 'console' },
} as const satisfies Record<string, { path: string; area: Area }>;

/** `admin`: for administrators who are not signed in; `console`: for those who are. */
export type Area = 'public' | 'member' | 'admin' | 'console';
export type PageName = keyof typeof PAGES;

/** The names of the pages of an area. */
export type PageIn<A extends Area> = {
  [Page in PageName]: (typeof PAGES)[Page]['area'] extends A ? Page : never;
}[PageName];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

type Query = Record<string, string | undefined>;

const search = (query: Query): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  return params.size === 0 ? '' : `?${params.toString()}`;
};

/** The address of a page. */
export const pathTo = (page: PageName, query: Query = {}, hash = ''): string =>
  `${PAGES[page].path}${search(query)}${hash}`;

/** The address of an article. */
export const articlePath = (slug: string): string => PAGES.article.path.replace(':slug', encodeURIComponent(slug));

/** The address of an email of the newsletter. */
export const newsletterPath = (id: string): string => PAGES.newsletter.path.replace(':id', encodeURIComponent(id));

/** The questions on the home page, as a path that works from every page. */
export const FAQ_PATH = pathTo('home', {}, '#faq');

/** Where the payment page sends the browser back; the provider fills in the id. */
export const checkoutReturnUrls = (origin: string): { successUrl: string; cancelUrl: string } => ({
  successUrl: `${origin}${PAGES.subscribeSuccess.path}?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${origin}${PAGES.subscribeCancel.path}`,
});
