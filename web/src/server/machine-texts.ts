import type { ChangedProfile } from '@lectern/contracts/page-profile';
import type { BlogPost } from '@lectern/contracts/content/model';
import type { SentNewsletter } from '@lectern/contracts/messaging/newsletter-archive-http';
import { associationOf } from '../config/association.ts';
import { articlePath, newsletterPath } from '../config/paths.ts';
import { siteOrigin } from '../lib/site-origin.ts';

/* The site map and the feed, for search engines and feed readers. */

/** An article with when it was changed last, where that is known. */
export type ListedPost = BlogPost & { readonly updatedAt?: string | null | undefined };

/** XML 1.0 has no form for most control characters, which come along with pasted text. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const xml = (text: string): string =>
  text.replaceAll(NOT_IN_XML, ' ').replaceAll(/[<>&'"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The site map of these pages, articles and emails. */
export const siteMap = (
  paths: readonly string[],
  posts: readonly ListedPost[],
  newsletters: readonly SentNewsletter[],
): string => {
  const entries = [
    ...paths.map((path) => `<url><loc>${siteOrigin()}${xml(path)}</loc></url>\n`),
    ...posts.map(
      ({ slug, publishedAt, updatedAt }) =>
        `<url><loc>${siteOrigin()}${xml(articlePath(slug))}</loc><lastmod>${(updatedAt ?? publishedAt).slice(0, 10)}</lastmod></url>\n`,
    ),
    ...newsletters.map(
      ({ id, sentAt }) =>
        `<url><loc>${siteOrigin()}${xml(newsletterPath(id))}</loc><lastmod>${sentAt.slice(0, 10)}</lastmod></url>\n`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
};

/** The feed of these articles, in their order, of the association with this profile. */
export const feed = (profile: ChangedProfile, posts: readonly BlogPost[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>',
    `<title>${xml(associationOf(profile).fullName)}</title><link>${siteOrigin()}/resources</link>`,
    `<description>Articles on speaking and debating</description><language>en-us</language>`,
    `<atom:link href="${siteOrigin()}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...posts.map(
      ({ slug, title, excerpt, category, publishedAt }) =>
        `<item><title>${xml(title)}</title><link>${siteOrigin()}${articlePath(slug)}</link><guid>${siteOrigin()}${articlePath(slug)}</guid>` +
        `<description>${xml(excerpt)}</description><category>${xml(category)}</category><pubDate>${new Date(publishedAt).toUTCString()}</pubDate></item>`,
    ),
    '</channel>\n</rss>\n',
  ].join('\n');
