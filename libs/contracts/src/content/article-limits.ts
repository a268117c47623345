/** How many letters the parts of an article may have, in the association's files and in the administrators' form alike. */
export const ARTICLE_MAX = {
  title: 120,
  slug: 100,
  excerpt: 240,
  category: 40,
  author: 100,
  /** Where a search engine cuts. */
  metaTitle: 70,
  metaDescription: 165,
  /** Of Markdown; ten times the longest article that there is. */
  content: 100_000,
} as const;
