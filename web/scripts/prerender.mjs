// Writes the public pages ahead: each as complete HTML with its own head, style sheets and preloads, and `pages.json`, from which
// the server knows what it serves. Runs after both builds (the browser's and the one for the server).
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(dist, 'pages');
const editorialFile = join(root, '../editorial/dist/editorial.json');

const { renderPage, articlePath, association, siteOrigin, BUILT_PAGES, PAGES, TEAM_NAME } = await import(pathToFileURL(join(root, 'dist-server/entry-server.js')).href);
const template = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const editorial = existsSync(editorialFile) ? JSON.parse(readFileSync(editorialFile, 'utf8')) : { articles: [], testimonials: [] };

const ENTRY = 'index.html';

/** Everything that loading a chunk loads with it. */
const closure = (key, seen = new Set()) => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
};
const atEntry = closure(ENTRY);

/** The style sheets and scripts of a route's own part, as links for the head: nothing is found out only by running a script. */
const linksOf = (source) => {
  const chunks = [...closure(source)].filter((key) => !atEntry.has(key)).map((key) => manifest[key]);
  const sheets = [...new Set(chunks.flatMap(({ css = [] }) => css))];
  const scripts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'));
  return [
    ...sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
};

const sourceOf = (page) => {
  const screens = readFileSync(join(root, 'src/app/screens.ts'), 'utf8');
  const file = new RegExp(`^  ${page}: \\(\\) => import\\('\\./(.+)'\\),$`, 'm').exec(screens)?.[1];
  if (file === undefined) throw new Error(`No screen of the page "${page}" in screens.ts`);
  return `src/app/${file}`;
};

const dataBlock = (snapshot) =>
  Object.keys(snapshot).length === 0 ? '' : `<script type="application/json" id="snapshot">${JSON.stringify(snapshot).replaceAll('<', '\\u003c')}</script>`;

const written = new Map();

const write = async (name, path, source, snapshot = {}, at = path) => {
  const { head, body } = await renderPage(path, snapshot);
  const html = template
    .replace(/<title>.*?<\/title>/s, () => head)
    .replace('</head>', () => `${linksOf(source)}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-path="${at}">${body}</div>${dataBlock(snapshot)}`)
    .replace(/<noscript>.*?<\/noscript>\s*/s, '');
  if (!html.includes('<h1')) throw new Error(`${path} has no main heading`);
  // The content security policy refuses them, and what is drawn anew has no reason to differ.
  const refused = / style="|<style|<script(?![^>]* type="(?:application|module))/.exec(html.slice(html.indexOf('<body')));
  if (refused !== null) throw new Error(`${path} carries ${refused[0]}, which the content security policy refuses`);
  const file = join(out, `${name}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
  written.set(path, { head, isPrivate: head.includes('content="noindex"') });
  return `pages/${name}.html`;
};

/** An article as the list of articles answers it. Its row's id is nobody's to know yet. */
const summaryOf = ({ slug, title, excerpt, category, author, publishedAt }) => ({
  id: slug,
  title,
  excerpt,
  category,
  author: author ?? TEAM_NAME,
  publishedAt,
  slug,
});
const bySlug = new Map(editorial.articles.map((article) => [article.slug, article]));
const posts = editorial.articles.map(summaryOf);
// Samples are shown by the local system alone, which has them from its server.
const testimonials = editorial.testimonials
  .filter(({ sample }) => !sample)
  .map(({ key, name, role, quote, rating }) => ({ id: key, name, role, quote, rating, avatarUrl: null }));

/** What a page is given with it. */
const SNAPSHOTS = {
  home: testimonials.length === 0 ? {} : { testimonials },
  debateClub: testimonials.length === 0 ? {} : { testimonials },
  resources: { posts },
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
for (const page of BUILT_PAGES) {
  const { path, area } = PAGES[page];
  if (area !== 'public') shells.push(path);
  else if (page === 'article') {
    for (const article of editorial.articles) {
      const own = articlePath(article.slug);
      pages[own] = await write(own.slice(1), own, sourceOf(page), articleSnapshot(article));
    }
  } else pages[path] = await write(path === '/' ? 'home' : path.slice(1), path, sourceOf(page), SNAPSHOTS[page]);
}
const notFound = await write('404', '/no-such-page', 'src/app/routes/public/not-found.tsx', {}, '*');

/* For machines. */
const xml = (text) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const found = Object.keys(pages).filter((path) => !written.get(path).isPrivate);
const changedAt = (path) => {
  const article = [...bySlug.values()].find(({ slug }) => articlePath(slug) === path);
  return article === undefined ? '' : `<lastmod>${(article.updatedAt ?? article.publishedAt).slice(0, 10)}</lastmod>`;
};
const FILES = {
  '/sitemap.xml': {
    type: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${found
      .map((path) => `<url><loc>${siteOrigin()}${xml(path)}</loc>${changedAt(path)}</url>\n`)
      .join('')}</urlset>\n`,
  },
  '/robots.txt': {
    type: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /api/\nAllow: /api/documents/\nDisallow: /admin\n\nSitemap: ${siteOrigin()}/sitemap.xml\n`,
  },
  '/feed.xml': {
    type: 'application/rss+xml; charset=utf-8',
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>',
      `<title>${xml(association.fullName)}</title><link>${siteOrigin()}/resources</link>`,
      `<description>Articles on speaking and debating</description><language>en-us</language>`,
      `<atom:link href="${siteOrigin()}/feed.xml" rel="self" type="application/rss+xml"/>`,
      ...editorial.articles.map(
        ({ slug, title, excerpt, category, publishedAt }) =>
          `<item><title>${xml(title)}</title><link>${siteOrigin()}${articlePath(slug)}</link><guid>${siteOrigin()}${articlePath(slug)}</guid>` +
          `<description>${xml(excerpt)}</description><category>${xml(category)}</category><pubDate>${new Date(publishedAt).toUTCString()}</pubDate></item>`,
      ),
      '</channel>\n</rss>\n',
    ].join('\n'),
  },
};
const files = {};
for (const [path, { type, text }] of Object.entries(FILES)) {
  writeFileSync(join(out, path), text);
  files[path] = { file: `pages${path}`, type };
}
const cards = join(root, '../editorial/dist/og');
if (existsSync(cards)) cpSync(cards, join(dist, 'og'), { recursive: true });

writeFileSync(join(dist, 'pages.json'), `${JSON.stringify({ pages, shells, notFound, files }, null, 2)}\n`);
console.log(`${Object.keys(pages).length + 1} pages written ahead`);
