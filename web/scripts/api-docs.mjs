// Adds Swagger UI to the build: its files below `assets/`, and the page that starts it, which the gateway serves at /api/docs.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const dist = join(import.meta.dirname, '../dist');
const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

const OWN = ['api-docs.js', 'api-docs.css'];
const THEIRS = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

// Browsers keep assets for a year, so the name changes with the contents.
const hash = createHash('sha256');
for (const name of OWN) hash.update(readFileSync(join(import.meta.dirname, name)));
const folder = `/assets/api-docs-${version}-${hash.digest('base64url').slice(0, 8)}`;

mkdirSync(join(dist, folder), { recursive: true });
for (const name of OWN) copyFileSync(join(import.meta.dirname, name), join(dist, folder, name));
for (const name of THEIRS) copyFileSync(join(dirname(manifest), name), join(dist, folder, name));

writeFileSync(
  join(dist, 'pages/api-docs.html'),
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>API</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <link rel="stylesheet" href="${folder}/api-docs.css">
    <script defer src="${folder}/swagger-ui-bundle.js"></script>
    <script defer src="${folder}/api-docs.js"></script>
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript. The same document for programs is <a href="/api/openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`,
);
