import { listBlogPosts, listTestimonials, readBlogPost } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { SiteTexts } from './living-pages.ts';

/** What is published, as content has it, and letters, as messaging has them. */
export const siteTexts = (rpc: RpcClient): SiteTexts => ({
  posts: () => rpc.call(listBlogPosts, {}),
  article: async (slug) =>
    rpc.call(readBlogPost, { slug }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'article_unknown') return null;
      throw error;
    }),
  testimonials: () => rpc.call(listTestimonials, {}),
  newsletters: async () => (await rpc.call(listNewsletters, {})).items,
  newsletter: async (id) =>
    rpc.call(readNewsletter, { id }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return 'none';
      throw error;
    }),
});
