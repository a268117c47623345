import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { type RenderedIndex, RenderedPages, type SiteTexts } from './rendered-pages.ts';
import { WrittenFile, WrittenText } from './written-file.ts';

const YEAR_SECONDS = 31_536_000;
const HTML = 'text/html; charset=utf-8';

/** The web build's own index (`web/scripts/prerender.mjs`): files relative to its folder, by path. */
interface SiteIndex {
  /** Pages that are prerendered, one for each path. */
  readonly pages: Readonly<Record<string, string>>;
  /** Paths whose page the browser renders. */
  readonly shells: readonly string[];
  /** The page for every other path. */
  readonly notFound: string;
  /** Texts for machines: the site map and its like. */
  readonly files: Readonly<Record<string, { readonly file: string; readonly type: string }>>;
  /** Those whose texts change between two builds. */
  readonly rendered: RenderedIndex;
}

/** The preview image of an article; one written since the build has none. */
const CARD = /^\/og\/[a-z0-9-]+\.png$/;
const ANY_CARD = '/og/resources.png';

/** Linear: an expression for trailing slashes starts again at every slash of a long path. */
const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/**
 * Serves the built web application from `root`: files with content-hashed names for a year, compressed where the build compressed
 * them; its prerendered pages, rendered again where the published texts have changed, with `origin` as the site's origin; and the
 * 404 page with its status for every other path.
 */
export const serveWebApp = async (
  server: FastifyInstance,
  root: string,
  origin: string,
  texts: SiteTexts,
  logger: Logger,
): Promise<void> => {
  const indexFile = join(root, 'pages.json');
  if (!existsSync(indexFile)) throw new Error(`There is no built web application in ${root}. Run: npm run build`);
  const index = JSON.parse(readFileSync(indexFile, 'utf8')) as SiteIndex;
  const written = (file: string, type = HTML): WrittenFile => new WrittenFile(join(root, file), type, origin);
  const shell = written('index.html');
  const notFound = written(index.notFound);
  const known = new Map<string, WrittenFile>([
    ...Object.entries(index.pages).map(([path, file]) => [path, written(file)] as const),
    ...index.shells.map((path) => [path, shell] as const),
    ...Object.entries(index.files).map(([path, { file, type }]) => [path, written(file, type)] as const),
  ]);

  const rendered = new RenderedPages(root, index.rendered, index.pages, origin, texts, logger);

  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', 'pages.json', 'pages/**', '**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(root, 'assets'));
      response.setHeader(
        'cache-control',
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=300',
      );
    },
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Not parsed as an address: "//other.site/" would be another site's.
      const [, pathname = '', search = ''] = /^([^?]*)(.*)$/.exec(request.url) ?? [];
      if (pathname === '/api' || pathname.startsWith('/api/')) return reply.callNotFound();
      const moved = rendered.movedTo(pathname, search);
      if (moved !== undefined) return reply.redirect(moved, 308);
      const page = await rendered.at(pathname);
      if (page === 'shell') return shell.send(request, reply);
      if (page === 'none') return notFound.send(request, reply, 404);
      if (page !== undefined && page !== 'written') return page.send(request, reply);
      const file = known.get(pathname);
      if (file !== undefined) return file.send(request, reply);
      // Each page has one URL.
      const trimmed = withoutEndSlashes(pathname);
      if (trimmed !== pathname && (known.has(trimmed) || (await rendered.at(trimmed)) instanceof WrittenText))
        return reply.redirect(trimmed + search, 308);
      if (CARD.test(pathname) && existsSync(join(root, ANY_CARD))) return reply.redirect(ANY_CARD, 302);
      return notFound.send(request, reply, 404);
    },
  });
};
