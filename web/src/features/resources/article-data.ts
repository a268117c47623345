import type { PageProfile } from '@lectern/contracts/page-profile';
import type { Article } from '@lectern/contracts/content/model';
import { teamName } from '../../config/association.ts';
import { articlePath } from '../../config/paths.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

/** An article as structured data (https://schema.org/Article). The author is a person only when the article names one. */
export const articleData = (
  association: PageProfile,
  { title, excerpt, slug, category, author, publishedAt, updatedAt, metaDescription }: Article,
): Record<string, unknown> => ({
  '@type': 'Article',
  headline: title,
  description: metaDescription ?? excerpt,
  articleSection: category,
  image: `${siteOrigin()}/og/${slug}.png`,
  datePublished: publishedAt,
  dateModified: updatedAt ?? publishedAt,
  author:
    author === '' || author === teamName(association)
      ? { '@type': 'Organization', name: association.fullName }
      : { '@type': 'Person', name: author },
  publisher: { '@type': 'Organization', '@id': `${siteOrigin()}/#organization`, name: association.fullName },
  mainEntityOfPage: siteOrigin() + articlePath(slug),
  inLanguage: 'en-US',
});
