import './styles/index.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { prepareScreen, preloadScreen } from './app/screens.ts';
import { pageAt } from './config/paths.ts';
import { readSnapshot } from './lib/snapshot.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

const app = (
  <BrowserRouter>
    <App snapshot={readSnapshot(document)} />
  </BrowserRouter>
);

/** What `PageMeta` puts into the head. */
const PUBLISHED_BY_PAGES =
  'title, meta[name=description], meta[name=robots], meta[name^=twitter], meta[property], link[rel=canonical]';

const start = async (root: HTMLElement): Promise<void> => {
  const { pathname, search } = window.location;
  const isPrerendered = root.hasChildNodes();
  // A page that is there already stays as it is until its own part has come; another begins with its frame.
  if (isPrerendered) await prepareScreen(pathname);
  else preloadScreen(pathname);
  // Written for one path (the 404 page for all that have none) and without a query, of which a page may show something: else it
  // is drawn anew, over what is there.
  const isThisPage = root.dataset['path'] === (pageAt(pathname) === undefined ? '*' : pathname);
  if (isPrerendered && isThisPage && search === '') {
    hydrateRoot(root, app);
    return;
  }
  // Or they would be there twice.
  for (const published of document.head.querySelectorAll(PUBLISHED_BY_PAGES)) published.remove();
  createRoot(root).render(app);
};

void start(container);
