import { listBlogPosts, listTestimonials, readBlogPost } from '@lectern/contracts/content/rpc';
import { readSite } from '@lectern/contracts/content/site-text-rpc';
import { DomainError } from '@lectern/contracts/errors';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { ResponseCache } from '../cache/response-cache.ts';
import { TEXTS_CACHE_MS } from '../cache/cached-for.ts';
import type { SiteTexts } from './rendered-pages.ts';

/** The published texts of content, and the public emails of messaging. */
export const siteTexts = (rpc: RpcClient, cache: ResponseCache): SiteTexts => ({
  posts: () => cache.call(listBlogPosts, {}, TEXTS_CACHE_MS),
  article: async (slug) =>
    cache.call(readBlogPost, { slug }, TEXTS_CACHE_MS).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'article_unknown') return null;
      throw error;
    }),
  testimonials: () => cache.call(listTestimonials, {}, TEXTS_CACHE_MS),
  site: () => cache.call(readSite, {}, TEXTS_CACHE_MS),
  newsletters: async () => (await rpc.call(listNewsletters, {})).items,
  newsletter: async (id) =>
    rpc.call(readNewsletter, { id }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return 'none';
      throw error;
    }),
});
