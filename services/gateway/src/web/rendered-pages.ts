import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Article, BlogPost, Testimonial } from '@lectern/contracts/content/model';
import type { PublicSiteTexts, PublicSiteTextKey } from '@lectern/contracts/content/public-site-text';
import type { NewsletterToRead, SentNewsletter } from '@lectern/contracts/messaging/newsletter-archive-http';
import type { ChangedProfile } from '@lectern/contracts/page-profile';
import type { Logger } from '@lectern/service-kit/logging/logger';
import type { Branding, SiteBranding } from '../branding/site-branding.ts';
import { CachedValue } from '../cache/cached-value.ts';
import { hasShippedTitles, isPageCard } from './card-titles.ts';
import { WrittenText } from './written-file.ts';

/** The texts that a page shows. */
type Needs = 'posts' | 'testimonials' | 'newsletters';

/** A prerendered page: its file, and the frame to render it in again. */
export interface PrerenderedPage {
  readonly file: string;
  readonly frame: string;
}

/** The web build's description of pages whose texts change between two builds (`web/scripts/prerender.mjs`). */
export interface RenderedIndex {
  /** The module that renders pages, relative to the folder. */
  readonly renderer: string;
  readonly article: { readonly path: string; readonly frame: string };
  readonly newsletter: { readonly path: string; readonly frame: string };
  /** Pages that show published texts, by path. */
  readonly needs: Readonly<Record<string, Needs>>;
  /** The texts of the site that pages show, by path. */
  readonly siteTexts: Readonly<Record<string, readonly PublicSiteTextKey[]>>;
  /** Paths of the site map, beside those of articles and emails. */
  readonly listed: readonly string[];
}

type ListedPost = BlogPost & { readonly updatedAt?: string | null | undefined };

/** Reads the published texts. */
export interface SiteTexts {
  posts(): Promise<readonly ListedPost[]>;
  /** Null where there is none. */
  article(slug: string): Promise<Article | null>;
  testimonials(): Promise<readonly Testimonial[]>;
  /** The texts that the association changes itself. */
  site(): Promise<PublicSiteTexts>;
  /** The latest public emails. */
  newsletters(): Promise<readonly SentNewsletter[]>;
  /** Also one that is not among the latest. */
  newsletter(id: string): Promise<NewsletterToRead | 'none'>;
}

interface Snapshot {
  readonly posts?: readonly BlogPost[];
  readonly article?: Article;
  readonly testimonials?: readonly Testimonial[];
  readonly site?: Partial<PublicSiteTexts>;
  readonly newsletters?: readonly SentNewsletter[];
  readonly newsletter?: NewsletterToRead;
}

/** A rendered text, and what it was rendered from. */
interface Made {
  readonly from: unknown;
  readonly branding: Branding;
  readonly text: WrittenText;
}

/** `web/src/entry-server.tsx` */
interface Renderer {
  renderPage(profile: ChangedProfile, path: string, snapshot: Snapshot): Promise<{ head: string; body: string }>;
  pageInFrame(frame: string, page: { at: string; head: string; body: string; snapshot: Snapshot }): string;
  siteMap(paths: readonly string[], posts: readonly ListedPost[], newsletters: readonly SentNewsletter[]): string;
  feed(profile: ChangedProfile, posts: readonly BlogPost[]): string;
}

/**
 * `written`: the prerendered page is current, or all that there is. `none`: there is no such page (any more). `shell`: there may
 * be one, but the services do not answer; the browser tries again.
 */
export type RenderedAnswer = WrittenText | 'written' | 'none' | 'shell';

const HTML = 'text/html; charset=utf-8';
const MACHINE_TEXTS = {
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/feed.xml': 'application/rss+xml; charset=utf-8',
} as const;
type MachinePath = keyof typeof MACHINE_TEXTS;
/** The path for which the build renders the page for unknown paths, and the mark by which the browser knows that page. */
const UNKNOWN_PATH = '/no-such-page';
const ANY_PATH = '*';
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Visitors can request emails that do not exist: the cache keeps no more than this many. */
const NEWSLETTERS_CACHED = 100;
/** The response cache behind these reads keeps content's answers until its events. */
const ASKED_EACH_TIME = 0;
const NEWSLETTERS_CACHE_MS = 2_000;

/**
 * Pages that differ from the prerendered ones: with texts that administrators write, or with another profile than the build's. The
 * same code renders them again, once for each change. Where the services do not answer, a page has the texts of the build.
 */
export class RenderedPages {
  private readonly frames = new Map<string, Promise<string>>();
  private readonly writtenWith = new Map<string, Promise<Snapshot>>();
  private readonly made = new Map<string, Made>();
  private readonly articles = new Map<string, CachedValue<Article | null>>();
  private readonly posts: CachedValue<readonly ListedPost[]>;
  private readonly testimonials: CachedValue<readonly Testimonial[]>;
  private readonly site: CachedValue<PublicSiteTexts>;
  private readonly newsletters: CachedValue<readonly SentNewsletter[]>;
  private readonly newsletterPages = new Map<string, CachedValue<NewsletterToRead | 'none'>>();
  private readonly articlePath: RegExp;
  private readonly newsletterPath: RegExp;
  private renderer: Promise<Renderer> | undefined;

  constructor(
    private readonly root: string,
    private readonly index: RenderedIndex,
    /** The prerendered pages, by path. */
    private readonly pages: Readonly<Record<string, PrerenderedPage>>,
    private readonly branding: Pick<SiteBranding, 'now'>,
    private readonly texts: SiteTexts,
    private readonly logger: Logger,
  ) {
    this.posts = new CachedValue(() => texts.posts(), this.unknown, ASKED_EACH_TIME);
    this.testimonials = new CachedValue(() => texts.testimonials(), this.unknown, ASKED_EACH_TIME);
    this.site = new CachedValue(() => texts.site(), this.unknown, ASKED_EACH_TIME);
    this.newsletters = new CachedValue(() => texts.newsletters(), this.unknown, NEWSLETTERS_CACHE_MS);
    this.newsletterPath = new RegExp(`^${index.newsletter.path.replace(':id', `(${ID})`)}$`);
    this.articlePath = new RegExp(`^${index.article.path.replace(':slug', '([a-z0-9-]{1,100})')}$`);
  }

  /** The answer for a path; undefined where the path is not such a page. Never rejects. */
  async at(path: string): Promise<RenderedAnswer | undefined> {
    // Asked with the texts, so that a page waits for the slowest answer and not for their sum.
    const asked = this.branding.now();
    try {
      const slug = this.articlePath.exec(path)?.[1];
      if (slug !== undefined) return await this.articleAt(path, slug, asked);
      const id = this.newsletterPath.exec(path)?.[1];
      if (id !== undefined) return await this.newsletterAt(path, id, asked);
      if (path in MACHINE_TEXTS) return await this.machineText(path as MachinePath, asked);
      const page = this.pages[path];
      if (page === undefined) return undefined;
      const [listed, site] = await Promise.all([this.listedOn(path), this.siteTextsOn(path)]);
      if (listed === null && site === null) return await this.unchanged(path, asked);
      const built = await this.snapshotOf(path);
      return await this.page(
        path,
        page.frame,
        { ...(listed ?? withoutSite(built)), ...(site ?? siteOf(built)) },
        asked,
      );
    } catch (error) {
      this.logger.error({ err: error, path }, 'A page could not be rendered again');
      return 'written';
    }
  }

  /** The page for unknown paths. Never rejects. */
  async notFound({ frame }: PrerenderedPage): Promise<RenderedAnswer> {
    const branding = await this.branding.now();
    if (!branding.isOwn) return 'written';
    try {
      return await this.rendered(UNKNOWN_PATH, frame, {}, branding, ANY_PATH);
    } catch (error) {
      this.logger.error({ err: error }, 'The page for unknown paths could not be rendered');
      return 'written';
    }
  }

  /** Whether the picture of a shared link, by its name, still speaks for its page or article. Never rejects. */
  async isCardCurrent(card: string): Promise<boolean> {
    try {
      if (isPageCard(card)) {
        const site = await this.site.now();
        return site === null || hasShippedTitles(card, site);
      }
      const path = this.index.article.path.replace(':slug', card);
      const post = (await this.posts.now())?.find(({ slug }) => slug === card);
      return post === undefined || !(path in this.pages) || (await this.snapshotOf(path)).article?.title === post.title;
    } catch (error) {
      this.logger.error({ err: error, card }, 'The title of a shared picture could not be compared');
      return true;
    }
  }

  private async articleAt(path: string, slug: string, asked: Promise<Branding>): Promise<RenderedAnswer> {
    const posts = await this.posts.now();
    if (posts === null) return this.unchanged(path, asked);
    if (!posts.some((post) => post.slug === slug)) {
      this.articles.delete(slug);
      this.made.delete(path);
      return 'none';
    }
    const cached =
      this.articles.get(slug) ?? new CachedValue(() => this.texts.article(slug), this.unknown, ASKED_EACH_TIME);
    this.articles.set(slug, cached);
    const article = await cached.now();
    return article === null
      ? this.unchanged(path, asked)
      : this.page(path, this.index.article.frame, { article }, asked);
  }

  /** The path of an email that was requested by its former URL, `/newsletters?newsletter=<id>`. */
  movedTo(path: string, search: string): string | undefined {
    const moved = this.index.newsletter.path.replace(':id', new URLSearchParams(search).get('newsletter') ?? '');
    return moved.startsWith(`${path}/`) && this.newsletterPath.test(moved) ? moved : undefined;
  }

  private async newsletterAt(path: string, id: string, asked: Promise<Branding>): Promise<RenderedAnswer> {
    const cached =
      this.newsletterPages.get(id) ??
      new CachedValue(() => this.texts.newsletter(id), this.unknown, NEWSLETTERS_CACHE_MS);
    const [oldest] = this.newsletterPages.keys();
    if (!this.newsletterPages.has(id) && this.newsletterPages.size >= NEWSLETTERS_CACHED && oldest !== undefined)
      this.forgetEmail(oldest);
    this.newsletterPages.set(id, cached);
    const message = await cached.now();
    if (message === null) return 'shell';
    if (message !== 'none') return this.page(path, this.index.newsletter.frame, { newsletter: message }, asked);
    this.made.delete(path);
    return 'none';
  }

  private forgetEmail(id: string): void {
    this.newsletterPages.delete(id);
    this.made.delete(this.index.newsletter.path.replace(':id', id));
  }

  /** The list that a page shows; null where it shows none, or the service has not answered yet. */
  private async listedOn(path: string): Promise<Snapshot | null> {
    const needs = this.index.needs[path];
    const known = needs === undefined ? null : await this[needs].now();
    if (known === null) return null;
    if (needs === 'testimonials') return known.length === 0 ? {} : { testimonials: known as readonly Testimonial[] };
    if (needs === 'newsletters') return { newsletters: known as readonly SentNewsletter[] };
    return { posts: (known as readonly ListedPost[]).map(asListed) };
  }

  /** As {@link listedOn}, of the texts of the site. */
  private async siteTextsOn(path: string): Promise<Snapshot | null> {
    const keys = this.index.siteTexts[path];
    const site = keys === undefined ? null : await this.site.now();
    if (keys === undefined || site === null) return null;
    return { site: Object.fromEntries(keys.map((key) => [key, site[key]])) };
  }

  private async machineText(path: MachinePath, asked: Promise<Branding>): Promise<RenderedAnswer> {
    const [known, branding] = await Promise.all([this.posts.now(), asked]);
    const posts = known ?? (branding.isOwn ? await this.builtPosts() : null);
    if (posts === null) return 'written';
    const newsletters = path === '/sitemap.xml' ? ((await this.newsletters.now()) ?? []) : [];
    return this.cached(
      path,
      { posts, newsletters },
      branding,
      async () => {
        const renderer = await this.rendering();
        return path === '/sitemap.xml'
          ? renderer.siteMap(this.index.listed, posts, newsletters)
          : renderer.feed(branding.changed, posts);
      },
      MACHINE_TEXTS[path],
    );
  }

  /** The page with the texts of the build. */
  private async unchanged(path: string, asked: Promise<Branding>): Promise<RenderedAnswer> {
    const branding = await asked;
    const page = this.pages[path];
    if (!branding.isOwn || page === undefined) return 'written';
    return this.rendered(path, page.frame, await this.snapshotOf(path), branding);
  }

  private async builtPosts(): Promise<readonly BlogPost[]> {
    const path = Object.keys(this.index.needs).find((key) => this.index.needs[key] === 'posts') ?? '';
    return (await this.snapshotOf(path)).posts ?? [];
  }

  /** The page with these texts: the prerendered one where it is the same. */
  private async page(
    path: string,
    frame: string,
    snapshot: Snapshot,
    asked: Promise<Branding>,
  ): Promise<RenderedAnswer> {
    const branding = await asked;
    const isWritten = !branding.isOwn && path in this.pages;
    if (isWritten && isDeepStrictEqual(withoutIds(await this.snapshotOf(path)), withoutIds(snapshot))) return 'written';
    return this.rendered(path, frame, snapshot, branding);
  }

  private rendered(
    path: string,
    frame: string,
    snapshot: Snapshot,
    branding: Branding,
    at = path,
  ): Promise<WrittenText> {
    return this.cached(
      path,
      snapshot,
      branding,
      async () => {
        const [renderer, text] = await Promise.all([this.rendering(), this.frame(frame)]);
        return renderer.pageInFrame(text, {
          at,
          snapshot,
          ...(await renderer.renderPage(branding.changed, path, snapshot)),
        });
      },
      HTML,
    );
  }

  /** The text made from `from`; made again, once for all concurrent requests, only when that or the branding has changed. */
  private async cached(
    path: string,
    from: unknown,
    branding: Branding,
    make: () => Promise<string>,
    type: string,
  ): Promise<WrittenText> {
    const before = this.made.get(path);
    const isSame = before?.branding === branding && isDeepStrictEqual(before.from, from);
    const made = isSame ? before : { from, branding, text: new WrittenText(make, type, branding.fillIn) };
    this.made.set(path, made);
    try {
      await made.text.ready();
    } catch (error) {
      if (this.made.get(path) === made) this.made.delete(path);
      throw error;
    }
    return made.text;
  }

  /** Loaded when it is needed first. */
  private rendering(): Promise<Renderer> {
    this.renderer ??= import(pathToFileURL(join(this.root, this.index.renderer)).href) as Promise<Renderer>;
    return this.renderer;
  }

  private frame(file: string): Promise<string> {
    const frame = this.frames.get(file) ?? readFile(join(this.root, file), 'utf8');
    this.frames.set(file, frame);
    return frame;
  }

  private snapshotOf(path: string): Promise<Snapshot> {
    const snapshot = this.writtenWith.get(path) ?? this.readSnapshot(path);
    this.writtenWith.set(path, snapshot);
    return snapshot;
  }

  private async readSnapshot(path: string): Promise<Snapshot> {
    const html = await readFile(join(this.root, this.pages[path]?.file ?? ''), 'utf8');
    const json = /<script type="application\/json" id="snapshot">(.*?)<\/script>/s.exec(html)?.[1];
    return json === undefined ? {} : (JSON.parse(json) as Snapshot);
  }

  private readonly unknown = (error: unknown): void =>
    this.logger.warn({ err: error }, 'Published texts could not be read; pages stay as they were');
}

/** An article as lists of the site have it. */
const asListed = ({ id, title, excerpt, category, author, publishedAt, slug, isFeatured }: ListedPost): BlogPost => ({
  id,
  title,
  excerpt,
  category,
  author,
  publishedAt,
  slug,
  isFeatured,
});

const withoutSite = ({ site: _site, ...rest }: Snapshot): Snapshot => rest;
const siteOf = ({ site }: Snapshot): Snapshot => (site === undefined ? {} : { site });

/** A build does not know the ids of rows. */
const withoutIds = (snapshot: Snapshot): unknown =>
  JSON.parse(JSON.stringify(snapshot, (key, value: unknown) => (key === 'id' ? undefined : value)));
