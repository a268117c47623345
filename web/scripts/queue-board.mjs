// Adds Bull Board to the build: its files below `assets/`, and a page of ours that starts it. Bull Board's own page loads fonts from
// another site and has inline styles, both of which the content security policy refuses. The server reads the page from `pages.json`.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = join(import.meta.dirname, '../dist');
const {
  ADMIN_SECTIONS,
  adminSectionPath,
  QUEUE_BOARD_PATH: BOARD,
} = await import(pathToFileURL(join(dist, '../dist-server/entry-server.js')).href);
const API = '/api/admin/queue-board';
const HOME = adminSectionPath('queues');
const TITLE = ADMIN_SECTIONS.queues.title;

const manifest = createRequire(import.meta.url).resolve('@bull-board/ui/package.json');
const from = join(dirname(manifest), 'dist');
// Some of its files have no hash of their content in their names.
const files = `/assets/queue-board-${JSON.parse(readFileSync(manifest, 'utf8')).version}`;

const isShown = (path) => !/\/locales\/(?!en-US)[^/]+$/.test(path);
cpSync(join(from, 'static'), join(dist, files, 'static'), { recursive: true, filter: isShown });

const own = readFileSync(join(from, 'index.ejs'), 'utf8');
const all = (pattern) => [...own.matchAll(pattern)].map(([, path]) => `${files}/${path}`);
const scripts = all(/<script defer src="(static\/js\/[\w.-]+\.js)">/g);
const sheets = all(/<link href="(static\/css\/[\w.-]+\.css)" rel="stylesheet">/g);
if (scripts.length === 0 || sheets.length === 0)
  throw new Error('The page of Bull Board is not what it was: its scripts or style sheets are not found');

const opener = readFileSync(join(import.meta.dirname, 'queue-board.js'), 'utf8');
const openerFile = `/assets/queue-board-${createHash('sha256').update(opener).digest('base64url').slice(0, 8)}.js`;
writeFileSync(join(dist, openerFile), opener);

/** The settings that Bull Board's own server would put into its page. */
const config = {
  boardTitle: TITLE,
  boardLogo: { path: '/favicon.svg', width: 24, height: 24 },
  miscLinks: [{ text: 'Back to administration', url: HOME }],
  hideDocsLink: true,
  hideRedisDetails: true,
  showWorkers: false,
  locale: { lng: 'en-US' },
  sortQueues: true,
};

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${TITLE}</title>
    <link rel="icon" type="image/svg+xml" id="fav-logo" href="/favicon.svg">
    ${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
    <script src="${openerFile}" data-board="${BOARD}" data-files="${files}" data-api="${API}" data-home="${HOME}"></script>
    ${scripts.map((src) => `<script defer src="${src}"></script>`).join('')}
  </head>
  <body class="preload">
    <script id="__UI_CONFIG__" type="application/json">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>
    <div id="root"></div>
    <noscript>The queues are shown by JavaScript. Please turn it on.</noscript>
  </body>
</html>
`;
const file = 'pages/queue-board.html';
writeFileSync(join(dist, file), html);

const indexFile = join(dist, 'pages.json');
const index = JSON.parse(readFileSync(indexFile, 'utf8'));
writeFileSync(indexFile, `${JSON.stringify({ ...index, frames: { [BOARD]: file } }, null, 2)}\n`);
