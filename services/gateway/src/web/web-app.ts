import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '@lectern/service-kit/logging/logger';
import type { GatewayConfig } from '../config.ts';
import { logoType, pathOfLogo, themeAt } from '../branding/branding.ts';
import type { CurrentProfile } from '../branding/current-profile.ts';
import { type Branding, SiteBranding } from '../branding/site-branding.ts';
import { type PrerenderedPage, type RenderedIndex, RenderedPages, type SiteTexts } from './rendered-pages.ts';
import { WrittenFile, WrittenText } from './written-file.ts';

/** For a year: another content has another path. */
const KEPT_FOREVER = 'public, max-age=31536000, immutable';
const HTML = 'text/html; charset=utf-8';

/** The web build's own index (`web/scripts/prerender.mjs`): files relative to its folder, by path. */
interface SiteIndex {
  /** Pages that are prerendered, one for each path. */
  readonly pages: Readonly<Record<string, PrerenderedPage>>;
  /** Paths whose page the browser renders. */
  readonly shells: readonly string[];
  /** The page for every other path. */
  readonly notFound: PrerenderedPage;
  /** Texts for machines: the site map and its like. */
  readonly files: Readonly<Record<string, { readonly file: string; readonly type: string }>>;
  /** Those whose texts change between two builds. */
  readonly rendered: RenderedIndex;
}

/** The picture of a shared link; an article that was written since the build has none. */
const CARD = /^\/og\/([a-z0-9-]+)\.png$/;
const ANY_CARD = '/og/resources.png';
/** Without words: cards have the titles of the build, and the name of its association. */
const PLAIN_CARD = '/og/plain.png';
/** The full name on the cards. */
const CARDS_OF = 'og/association.txt';

/** Linear: an expression for trailing slashes starts again at every slash of a long path. */
const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** The files of the build that a browser gets as they are, with origin and profile filled in. */
class SiteFiles {
  readonly shell: WrittenFile;
  readonly notFound: WrittenFile;
  private readonly known: ReadonlyMap<string, WrittenFile>;

  constructor(
    root: string,
    index: SiteIndex,
    readonly branding: Branding,
  ) {
    const written = (file: string, type = HTML): WrittenFile =>
      new WrittenFile(join(root, file), type, branding.fillIn);
    this.shell = written('index.html');
    this.notFound = written(index.notFound.file);
    this.known = new Map<string, WrittenFile>([
      ...Object.entries(index.pages).map(([path, { file }]) => [path, written(file)] as const),
      ...index.shells.map((path) => [path, this.shell] as const),
      ...Object.entries(index.files).map(([path, { file, type }]) => [path, written(file, type)] as const),
    ]);
  }

  at(path: string): WrittenFile | undefined {
    return this.known.get(path);
  }
}

/**
 * Serves the built web application from `root`: files with content-hashed names for a year, compressed where the build compressed
 * them; its prerendered pages, rendered again where the published texts or the association's profile have changed, with the origin
 * of `PUBLIC_URL`; and the 404 page with its status for every other path. `elsewhere` answers the path of another page that is shown instead
 * for the moment.
 */
export const serveWebApp = async (
  server: FastifyInstance,
  root: string,
  config: GatewayConfig,
  profile: CurrentProfile,
  texts: SiteTexts,
  elsewhere: (pathname: string) => Promise<string | undefined>,
  logger: Logger,
): Promise<void> => {
  const indexFile = join(root, 'pages.json');
  if (!existsSync(indexFile)) throw new Error(`There is no built web application in ${root}. Run: npm run build`);
  const index = JSON.parse(readFileSync(indexFile, 'utf8')) as SiteIndex;
  const { ASSOCIATION_LOGO: logoFile } = config;
  const branding = new SiteBranding(profile, { origin: new URL(config.PUBLIC_URL).origin, logoFile });
  const rendered = new RenderedPages(root, index.rendered, index.pages, branding, texts, logger);
  let files: SiteFiles | undefined;
  const filesNow = async (): Promise<SiteFiles> => {
    const now = await branding.now();
    if (files?.branding !== now) files = new SiteFiles(root, index, now);
    return files;
  };

  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', 'pages.json', 'pages/**', 'og/**', '**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(root, 'assets'));
      response.setHeader('cache-control', isHashed ? KEPT_FOREVER : 'public, max-age=300');
    },
  });
  if (logoFile !== undefined) {
    const [logo, type] = [await readFile(logoFile), logoType(logoFile) ?? ''];
    server.get(pathOfLogo(logoFile), (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=300' }).send(logo),
    );
  }
  const cardsFile = join(root, CARDS_OF);
  const cardsOf = existsSync(cardsFile) ? await readFile(cardsFile, 'utf8') : undefined;
  /** The card for a link to a page; undefined where the build has none. */
  const cardFor = async (path: string): Promise<string | undefined> => {
    const card = [path, ANY_CARD].find((each) => existsSync(join(root, each)));
    if (card === undefined) return undefined;
    const isOurs = cardsOf === undefined || (await profile.now()).fullName === cardsOf;
    const isCurrent = isOurs && (await rendered.isCardCurrent(CARD.exec(card)?.[1] ?? ''));
    return isCurrent || !existsSync(join(root, PLAIN_CARD)) ? card : PLAIN_CARD;
  };
  const sendNotFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await rendered.notFound(index.notFound);
    return (page instanceof WrittenText ? page : (await filesNow()).notFound).send(request, reply, 404);
  };
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Not parsed as an address: "//other.site/" would be another site's.
      const [, pathname = '', search = ''] = /^([^?]*)(.*)$/.exec(request.url) ?? [];
      if (pathname === '/api' || pathname.startsWith('/api/')) return reply.callNotFound();
      const moved = rendered.movedTo(pathname, search);
      if (moved !== undefined) return reply.redirect(moved, 308);
      const instead = await elsewhere(pathname);
      if (instead !== undefined) return reply.header('cache-control', 'no-store').redirect(instead, 302);
      const theme = themeAt(pathname);
      if (theme !== undefined)
        return reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': KEPT_FOREVER }).send(theme);
      if (CARD.test(pathname)) {
        const card = await cardFor(pathname);
        if (card === pathname) return reply.sendFile(card);
        return card === undefined ? sendNotFound(request, reply) : reply.redirect(card, 302);
      }
      const page = await rendered.at(pathname);
      const files = await filesNow();
      if (page === 'shell') return files.shell.send(request, reply);
      if (page === 'none') return sendNotFound(request, reply);
      if (page !== undefined && page !== 'written') return page.send(request, reply);
      const file = files.at(pathname);
      if (file !== undefined) return file.send(request, reply);
      // Each page has one URL.
      const trimmed = withoutEndSlashes(pathname);
      if (
        trimmed !== pathname &&
        (files.at(trimmed) !== undefined || (await rendered.at(trimmed)) instanceof WrittenText)
      )
        return reply.redirect(trimmed + search, 308);
      return sendNotFound(request, reply);
    },
  });
};
