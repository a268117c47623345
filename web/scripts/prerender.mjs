// Prerenders the public pages: each as complete HTML with its own head, style sheets and preloads. Also writes `pages.json`, from which
// the server reads the pages that it serves. Runs after both builds (the browser's and the one for the server).
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(dist, 'pages');
const editorialFile = join(root, '../editorial/dist/editorial.json');

const RENDERER = '../dist-server/entry-server.js';
const {
  renderPage,
  pageInFrame,
  siteMap,
  feed,
  ADMIN_SECTIONS,
  adminSectionPath,
  articlePath,
  siteOrigin,
  PAGE_NAMES,
  FRAME_HEAD,
  FRAME_ROOT,
  PAGES,
  SHIPPED_SITE_TEXTS,
  associationOf,
  teamName,
} = await import(pathToFileURL(join(dist, RENDERER)).href);
/** A build knows no association but the shipped one; the gateway renders the pages of another again. */
const PROFILE = {};
const TEAM_NAME = teamName(associationOf(PROFILE));
const template = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const editorial = existsSync(editorialFile)
  ? JSON.parse(readFileSync(editorialFile, 'utf8'))
  : { articles: [], testimonials: [] };

const ENTRY = 'index.html';

/** Everything that loading a chunk loads with it. */
const closure = (key, seen = new Set()) => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
};
const atEntry = closure(ENTRY);

/** The style sheets of a route's own part, as links for the head. */
const sheetsOf = (source) => {
  const chunks = [...closure(source)].filter((key) => !atEntry.has(key)).map((key) => manifest[key]);
  return [...new Set(chunks.flatMap(({ css = [] }) => css))]
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
    .join('');
};

const BOOT = readFileSync(join(import.meta.dirname, 'boot.js'), 'utf8');
const bootFile = `assets/boot-${createHash('sha256').update(BOOT).digest('base64url').slice(0, 8)}.js`;
writeFileSync(join(dist, bootFile), BOOT);

/**
 * The script tag that starts the application on a prerendered page, in place of the entry's own tags. The page is readable without
 * it, so on a slow connection the text comes before the scripts.
 */
const bootOf = (source) => {
  const scripts = [...new Set([...atEntry, ...closure(source)])]
    .map((key) => manifest[key].file)
    .filter((file) => file.endsWith('.js'));
  const main = `/${manifest[ENTRY].file}`;
  return `<script async src="/${bootFile}" data-main="${main}" data-parts="${scripts
    .map((file) => `/${file}`)
    .filter((file) => file !== main)
    .join(' ')}"></script>`;
};

/** The built `index.html` without the tags that load the application immediately. */
const frame = template
  .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
  .replace(/\s*<script type="module"[^>]*><\/script>/, '');
if (frame.includes('.js"')) throw new Error('index.html loads a script that the pages prerendered do not know of');

const sourceOf = (page) => {
  const screens = readFileSync(join(root, 'src/app/screens.ts'), 'utf8');
  const file = new RegExp(`^  ${page}: \\(\\) => import\\('\\./(.+)'\\),$`, 'm').exec(screens)?.[1];
  if (file === undefined) throw new Error(`No screen of the page "${page}" in screens.ts`);
  return `src/app/${file}`;
};

const NO_SCRIPT =
  '<noscript>You can read every page without JavaScript. To register, log in or send a form, please turn it on.</noscript>';
const written = new Map();

/**
 * The frame for one kind of page. This script fills in head and body; the gateway does so again after the texts changed, and where
 * the association has set its own profile.
 */
const frameOf = (source) =>
  frame
    .replace(/<title>.*?<\/title>/s, () => FRAME_HEAD)
    .replace('</head>', () => `${sheetsOf(source)}</head>`)
    .replace(/<noscript>.*?<\/noscript>\s*/s, () => `${NO_SCRIPT}${bootOf(source)}`)
    .replace('<div id="root"></div>', () => FRAME_ROOT);

const writeFrame = (source) => {
  const file = `pages/frames/${basename(source, '.tsx')}.html`;
  mkdirSync(join(out, 'frames'), { recursive: true });
  writeFileSync(join(dist, file), frameOf(source));
  return file;
};

const write = async (name, path, source, snapshot = {}, at = path) => {
  const { head, body } = await renderPage(PROFILE, path, snapshot);
  const html = pageInFrame(frameOf(source), { at, head, body, snapshot });
  if (!html.includes('<h1')) throw new Error(`${path} has no main heading`);
  // The content security policy blocks inline styles and scripts, also in pages that the gateway renders later.
  const refused = / style="|<style|<script(?![^>]* type="(?:application|module))/.exec(body);
  if (refused !== null) throw new Error(`${path} carries ${refused[0]}, which the content security policy refuses`);
  const file = join(out, `${name}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
  written.set(path, { isListed: head.includes('rel="canonical"') });
  return { file: `pages/${name}.html`, frame: writeFrame(source) };
};

/** An article as the list of articles returns it. The build does not know row ids; the slug takes their place. */
const summaryOf = ({ slug, title, excerpt, category, author, publishedAt, isFeatured }) => ({
  id: slug,
  title,
  excerpt,
  category,
  author: author ?? TEAM_NAME,
  publishedAt,
  slug,
  isFeatured,
});
const bySlug = new Map(editorial.articles.map((article) => [article.slug, article]));
const posts = editorial.articles.map(summaryOf);
// Only the local system shows sample testimonials; it reads them from its server.
const testimonials = editorial.testimonials
  .filter(({ sample }) => !sample)
  .map(({ key, name, role, quote, rating }) => ({ id: key, name, role, quote, rating, avatarUrl: null }));

/** The texts that placeholders in the words of a page are filled in from. */
const FILLED_IN = ['weeklySession', 'bootcamp'];
/** The texts of the site that pages show. */
const SITE_TEXTS = {
  home: ['homePage', 'plans', 'homeQuestions', ...FILLED_IN],
  debateClub: ['clubPage', 'plans', 'clubQuestions', 'curriculum', ...FILLED_IN],
  classes: ['bootcampPage', ...FILLED_IN],
  bootcampRegistration: ['bootcamp'],
  howItWorks: ['howItWorksPage', ...FILLED_IN],
  tournaments: ['tournamentsPage', ...FILLED_IN],
  resources: ['resourcesPage', ...FILLED_IN],
  subscribe: ['subscribePage', ...FILLED_IN],
  newsletters: ['newslettersPage', ...FILLED_IN],
  contact: ['contactPage', 'contactQuestions', ...FILLED_IN],
  about: ['aboutPage', 'team', ...FILLED_IN],
};
const siteOf = (page) => ({ site: Object.fromEntries(SITE_TEXTS[page].map((key) => [key, SHIPPED_SITE_TEXTS[key]])) });

/** The data that each page is rendered with and carries. */
const SNAPSHOTS = {
  ...Object.fromEntries(Object.keys(SITE_TEXTS).map((page) => [page, siteOf(page)])),
  home: { ...(testimonials.length === 0 ? {} : { testimonials }), ...siteOf('home') },
  debateClub: { ...(testimonials.length === 0 ? {} : { testimonials }), ...siteOf('debateClub') },
  resources: { posts, ...siteOf('resources') },
  // Emails are not part of a build.
  newsletters: { newsletters: [], ...siteOf('newsletters') },
};
const articleSnapshot = (article) => ({
  article: {
    ...summaryOf(article),
    html: article.html,
    toc: article.toc,
    updatedAt: article.updatedAt,
    metaTitle: article.metaTitle,
    metaDescription: article.metaDescription,
    related: article.related.map((slug) => summaryOf(bySlug.get(slug))),
  },
});

rmSync(out, { recursive: true, force: true });
const pages = {};
const shells = [];
for (const page of PAGE_NAMES) {
  const { path, area } = PAGES[page];
  if (page === 'adminSection') shells.push(...Object.keys(ADMIN_SECTIONS).map((section) => adminSectionPath(section)));
  else if (area !== 'public') shells.push(path);
  else if (page === 'article') {
    for (const article of editorial.articles) {
      const own = articlePath(article.slug);
      pages[own] = await write(own.slice(1), own, sourceOf(page), articleSnapshot(article));
    }
  } else if (page !== 'newsletter')
    pages[path] = await write(path === '/' ? 'home' : path.slice(1), path, sourceOf(page), SNAPSHOTS[page]);
}
const notFound = await write('404', '/no-such-page', 'src/app/routes/public/not-found.tsx', {}, '*');

/* Pages whose texts change between two builds: the gateway renders them again from the published content. */
const RENDERED = {
  renderer: RENDERER,
  article: { path: PAGES.article.path, frame: writeFrame(sourceOf('article')) },
  newsletter: { path: PAGES.newsletter.path, frame: writeFrame(sourceOf('newsletter')) },
  needs: {
    [PAGES.resources.path]: 'posts',
    [PAGES.newsletters.path]: 'newsletters',
    [PAGES.home.path]: 'testimonials',
    [PAGES.debateClub.path]: 'testimonials',
  },
  siteTexts: Object.fromEntries(Object.entries(SITE_TEXTS).map(([page, keys]) => [PAGES[page].path, keys])),
};

/* For machines. */
const articlePaths = new Set(editorial.articles.map(({ slug }) => articlePath(slug)));
/** Pages with a canonical URL, except articles. */
const found = Object.keys(pages).filter((path) => written.get(path).isListed && !articlePaths.has(path));
const FILES = {
  '/sitemap.xml': {
    type: 'application/xml; charset=utf-8',
    text: siteMap(
      found,
      editorial.articles.map((article) => ({ ...summaryOf(article), updatedAt: article.updatedAt })),
      [],
    ),
  },
  // Google's calendar reads members' calendars only where it may crawl; what they hold is kept out of indexes by a header.
  '/robots.txt': {
    type: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /api/\nAllow: /api/documents/\nAllow: /api/logos/\nAllow: /api/calendar/\nDisallow: /admin\n\nSitemap: ${siteOrigin()}/sitemap.xml\n`,
  },
  '/feed.xml': { type: 'application/rss+xml; charset=utf-8', text: feed(PROFILE, posts) },
};
const files = {};
for (const [path, { type, text }] of Object.entries(FILES)) {
  writeFileSync(join(out, path), text);
  files[path] = { file: `pages${path}`, type };
}
const cards = join(root, '../editorial/dist/og');
if (existsSync(cards)) cpSync(cards, join(dist, 'og'), { recursive: true });

writeFileSync(
  join(dist, 'pages.json'),
  `${JSON.stringify({ pages, shells, notFound, files, rendered: { ...RENDERED, listed: found } }, null, 2)}\n`,
);
console.log(`${Object.keys(pages).length + 1} pages prerendered`);
