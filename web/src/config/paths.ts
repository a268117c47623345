/**
 * Every address of the site, and whether its page is built. Links, menus, the router, the budget check and `pages.json`
 * all read this table, so nothing can lead to a page that does not exist.
 */
export const PAGES = {
  home: { path: '/', area: 'public', built: true },
  debateClub: { path: '/debate-club', area: 'public', built: true },
  howItWorks: { path: '/how-it-works', area: 'public', built: true },
  classes: { path: '/classes', area: 'public', built: true },
  tournaments: { path: '/tournaments', area: 'public', built: true },
  resources: { path: '/resources', area: 'public', built: true },
  article: { path: '/resources/:slug', area: 'public', built: true },
  newsletters: { path: '/newsletters', area: 'public', built: true },
  newsletter: { path: '/newsletters/:id', area: 'public', built: true },
  about: { path: '/about', area: 'public', built: true },
  contact: { path: '/contact', area: 'public', built: true },
  terms: { path: '/terms', area: 'public', built: true },
  privacy: { path: '/privacy', area: 'public', built: true },
  refunds: { path: '/refunds', area: 'public', built: true },
  register: { path: '/register', area: 'public', built: true },
  subscribe: { path: '/subscribe', area: 'public', built: true },
  subscribeSuccess: { path: '/subscribe/success', area: 'public', built: true },
  subscribeCancel: { path: '/subscribe/cancel', area: 'public', built: true },
  bootcampRegistration: { path: '/bootcamp-registration', area: 'public', built: true },
  bootcampSuccess: { path: '/bootcamp-success', area: 'public', built: true },
  pay: { path: '/pay', area: 'public', built: true },
  unsubscribe: { path: '/unsubscribe', area: 'public', built: true },
  login: { path: '/login', area: 'public', built: true },
  setupAccount: { path: '/setup-account', area: 'public', built: true },
  resetPassword: { path: '/reset-password', area: 'public', built: true },
  confirmEmail: { path: '/confirm-email', area: 'public', built: true },
  undoEmailChange: { path: '/undo-email-change', area: 'public', built: true },
  endSession: { path: '/end-session', area: 'public', built: true },
  dashboard: { path: '/dashboard', area: 'member', built: true },
  accountSettings: { path: '/account/settings', area: 'member', built: true },
  accountSubscription: { path: '/account/subscription', area: 'member', built: true },
  memberResources: { path: '/member/resources', area: 'member', built: true },
  practiceTopics: { path: '/practice-topics', area: 'member', built: true },
  recordings: { path: '/recordings', area: 'member', built: true },
  adminLogin: { path: '/admin/login', area: 'admin', built: true },
  adminForgotPassword: { path: '/admin/forgot-password', area: 'admin', built: true },
  adminChoosePassword: { path: '/admin/choose-password', area: 'admin', built: true },
  admin: { path: '/admin', area: 'admin', built: true },
  // One row for all of them (`admin-sections.ts`): this table is part of every page.
  adminSection: { path: '/admin/:section', area: 'admin', built: true },
} as const satisfies Record<string, { path: string; area: Area; built: boolean }>;

export type Area = 'public' | 'member' | 'admin';
export type PageName = keyof typeof PAGES;
/** The pages that the router serves. */
export type BuiltPage = { [P in PageName]: (typeof PAGES)[P]['built'] extends true ? P : never }[PageName];

export const isBuilt = (page: PageName): page is BuiltPage => PAGES[page].built;

export const BUILT_PAGES = (Object.keys(PAGES) as PageName[]).filter(isBuilt);
export const BUILT_PATHS: readonly string[] = BUILT_PAGES.map((page) => PAGES[page].path);

type Query = Record<string, string | undefined>;

const search = (query: Query): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  return params.size === 0 ? '' : `?${params.toString()}`;
};

/** The address of a built page. */
export const pathTo = (page: BuiltPage, query: Query = {}, hash = ''): string =>
  `${PAGES[page].path}${search(query)}${hash}`;

/** The path of a page, or null while it is not built: the caller decides what to show instead. */
export const linkTo = (page: PageName, query: Query = {}): string | null =>
  isBuilt(page) ? pathTo(page, query) : null;

/** The address of an article. */
export const articlePath = (slug: string): string => PAGES.article.path.replace(':slug', encodeURIComponent(slug));

/** The address of an email of the newsletter. */
export const newsletterPath = (id: string): string => PAGES.newsletter.path.replace(':id', encodeURIComponent(id));

/** The last part of an address: the article, the email, or the administrators' page, that it names. */
export const slugAt = (path: string): string => decodeSafely(/\/([^/]*)\/*$/.exec(path)?.[1] ?? '');

const decodeSafely = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const PATTERNS = BUILT_PAGES.map(
  (page) => [page, new RegExp(`^${PAGES[page].path.replaceAll(/:\w+/g, '[^/]+')}$`)] as const,
);

/** The built page at a path, if there is one. */
export const pageAt = (path: string): BuiltPage | undefined => PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];

/** The questions on the home page, as a path that works from every page. */
export const FAQ_PATH = pathTo('home', {}, '#faq');

/** Where the payment page sends the browser back; the provider fills in the id. */
export const checkoutReturnUrls = (origin: string): { successUrl: string; cancelUrl: string } => ({
  successUrl: `${origin}${PAGES.subscribeSuccess.path}?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${origin}${PAGES.subscribeCancel.path}`,
});
