// Fails the build when a route needs more JavaScript than its area may (public, member, admin), counted with gzip over
// everything that the browser loads for it: the entry, the route's chunk, and all that both import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const BUDGETS = { public: 140 * KB, member: 180 * KB, admin: 280 * KB, console: 280 * KB };
const ENTRY = 'index.html';

const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The chart library, which a page with charts loads after itself. */
const CHART = 'src/features/analytics/components/series-chart.tsx';

/** Every chunk that loading this one loads. */
const closure = (key, seen = new Set()) => {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const imported of [...imports, ...dynamicImports.filter((later) => later === CHART)]) closure(imported, seen);
  return seen;
};

const sizes = new Map();
const gzipSize = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.get(file);
};

/** `within`: what is loaded before it, beside the entry. */
const weigh = (route, within) =>
  [...closure(route, closure(within, closure(ENTRY)))]
    .map((key) => manifest[key].file)
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSize(file), 0);

/** The layouts of an area, where they are loaded before its pages. */
const FRAMES = { admin: 'src/app/administration.tsx', console: 'src/app/administration.tsx' };

const routes = Object.keys(manifest).flatMap((key) => {
  const match = /^src\/app\/routes\/(public|member|admin|console)\/(?:sections\/)?([\w-]+)\.tsx$/.exec(key);
  return match === null ? [] : [{ key, area: match[1], name: match[2], bytes: weigh(key, FRAMES[match[1]] ?? ENTRY) }];
});

if (routes.length === 0) {
  console.error('No route chunks in the manifest: the budget check would check nothing.');
  process.exit(1);
}

let broken = 0;
for (const { area, name, bytes } of routes.sort((one, other) => other.bytes - one.bytes)) {
  const over = bytes > BUDGETS[area];
  if (over) broken += 1;
  console.log(
    `${over ? 'OVER' : '  ok'}  ${area.padEnd(7)} ${name.padEnd(22)} ${(bytes / KB).toFixed(1).padStart(6)} KB of ${BUDGETS[area] / KB} KB`,
  );
}
if (broken > 0) {
  console.error(`${broken} route(s) above the JavaScript budget.`);
  process.exit(1);
}
