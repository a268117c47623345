/** The maximum length in characters of each part of an article, in the association's files and in the administrators' form. */
export const ARTICLE_MAX = {
  title: 120,
  slug: 100,
  excerpt: 240,
  category: 40,
  author: 100,
  /** Search engines cut longer titles. */
  metaTitle: 70,
  metaDescription: 165,
  /** Markdown; ten times the longest article so far. */
  content: 100_000,
} as const;

/** The fields that an article needs before it is published, each with the message where it is empty. */
export const PUBLICATION_NEEDS = {
  excerpt: 'A published article needs an excerpt',
  category: 'A published article needs a category',
  content: 'A published article needs a text',
} as const;
export const NOT_PUBLISHED = 'The article is not published: fill in the highlighted fields first.';
