import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/*
 * `editorial/dist/editorial.json`: the association's own texts as the build leaves them (docs/adr/0012). The content service
 * publishes them to its tables and the web build writes pages from them, both by this one schema.
 */

/** Part of an address: small letters, digits and single hyphens. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slug = () =>
  z.string().check(z.regex(SLUG, 'may have small letters, digits and single hyphens only'), z.maxLength(100));

/** One line of an article's table of contents. `id` is the heading's own in the HTML. */
export const articleHeading = z.object({
  id: z.string(),
  title: z.string(),
  /** 2 or 3 */
  level: z.number(),
});
export type ArticleHeading = z.output<typeof articleHeading>;

export const editorialArticle = z.object({
  slug: slug(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  /** Null: the association's team. */
  author: z.nullable(z.string()),
  publishedAt: instant(),
  updatedAt: z.nullable(instant()),
  metaTitle: z.string(),
  metaDescription: z.string(),
  isFeatured: z.boolean(),
  /** Slugs of other articles, best first. */
  related: z.array(slug()),
  /** As written. */
  markdown: z.string(),
  /** Safe to insert: made from Markdown without any HTML of the writer's. Headings begin at `h2`. */
  html: z.string(),
  /** The words alone. */
  text: z.string(),
  words: z.number(),
  toc: z.array(articleHeading),
});
export type EditorialArticle = z.output<typeof editorialArticle>;

export const editorialTestimonial = z.object({
  key: slug(),
  name: z.string(),
  role: z.string(),
  quote: z.string(),
  context: z.string(),
  /** 1 to 5 */
  rating: z.number(),
  /** Sample text for the local system, from no real person. Production does not publish it. */
  sample: z.boolean(),
});
export type EditorialTestimonial = z.output<typeof editorialTestimonial>;

export const documentKind = z.enum(['guide', 'rules', 'kit', 'topics']);
export const documentAccess = z.enum(['public', 'members']);
export type DocumentAccess = z.output<typeof documentAccess>;

export const editorialDocument = z.object({
  key: slug(),
  title: z.string(),
  description: z.string(),
  kind: documentKind,
  /** `members`: for active members only. */
  access: documentAccess,
  /** The heading under which the member page lists it. */
  group: z.string(),
  /** Below `editorial/dist/documents`, and the name under which a browser keeps it. */
  file: z.string(),
  bytes: z.number(),
  pages: z.number(),
  /** Of the file, in hexadecimal. */
  sha256: z.string(),
});
export type EditorialDocument = z.output<typeof editorialDocument>;

/** No file is larger that the build makes of a text: it is in memory at each start of the service. */
export const SHIPPED_DOCUMENT_BYTES_MAX = 1024 * 1024;

export const editorial = z.object({
  /** Newest first. */
  articles: z.array(editorialArticle),
  /** In the order in which they are shown. */
  testimonials: z.array(editorialTestimonial),
  /** In the order in which they are listed. */
  documents: z.array(editorialDocument),
});
export type Editorial = z.output<typeof editorial>;
