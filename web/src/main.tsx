import './styles/index.css';
import { useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { pageAt, prepareScreen, preloadScreen } from './app/screens.ts';
import { pathTo } from './config/paths.ts';
import { pageAssociation, subscribeToAssociation } from './lib/page-association.ts';
import { readSnapshot } from './lib/snapshot.ts';
import { viewToken } from './lib/view-token.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

const snapshot = readSnapshot(document);

const Page = () => (
  <BrowserRouter>
    <App
      snapshot={snapshot}
      association={useSyncExternalStore(subscribeToAssociation, pageAssociation, pageAssociation)}
    />
  </BrowserRouter>
);

/** The elements that `PageMeta` puts into the head. */
const PAGE_META =
  'title, meta[name=description], meta[name=robots], meta[name^=twitter], meta[property], link[rel=canonical]';

const start = async (root: HTMLElement): Promise<void> => {
  const { pathname, search } = window.location;
  const isPrerendered = root.hasChildNodes();
  // A prerendered page stays until its chunk has loaded; any other page starts with the layout.
  if (isPrerendered) await prepareScreen(pathname);
  else preloadScreen(pathname);
  // A page is prerendered for one path (the 404 page for all unknown ones, in the layout of visitors) and without a query, which it may
  // depend on. Otherwise it is rendered again in place of the prerendered HTML.
  const isUnknown = pageAt(pathname) === undefined && !pathname.startsWith(`${pathTo('admin')}/`);
  const isThisPage = root.dataset['path'] === (isUnknown ? '*' : pathname);
  if (isPrerendered && isThisPage && search === '') {
    hydrateRoot(root, <Page />);
    return;
  }
  // Otherwise they would appear twice.
  for (const element of document.head.querySelectorAll(PAGE_META)) element.remove();
  createRoot(root).render(<Page />);
};

if (viewToken() !== null) void import('./app/member-view-banner.tsx').then(({ showBanner }) => showBanner());
void start(container);
