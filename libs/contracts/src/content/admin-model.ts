import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { articleHeading } from './editorial.ts';

// Models for administrators only.

const lastChange = {
  /** The last change by an administrator; null while there was none. */
  changedAt: z.nullable(instant()),
  /** The name is null where the account is unknown, or its service does not answer. */
  changedBy: z.nullable(z.object({ id: uuid(), name: z.nullable(z.string()) })),
};

/** An article in the administrators' list. */
export const adminArticleEntry = z.object({
  id: uuid(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  /** Null: the association's team. */
  author: z.nullable(z.string()),
  status: z.enum(['draft', 'published']),
  /** When it was first published; null while it never was. From then on its slug does not change. */
  publishedAt: z.nullable(instant()),
  updatedAt: z.nullable(instant()),
  /** Whether it came from the association's files. */
  isFromFiles: z.boolean(),
  version: z.number(),
  ...lastChange,
});
export type AdminArticleEntry = z.output<typeof adminArticleEntry>;

/** An article to edit. */
export const adminArticle = z.extend(adminArticleEntry, {
  excerpt: z.string(),
  /** Markdown */
  content: z.string(),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
});
export type AdminArticle = z.output<typeof adminArticle>;

/** A preview of a text as the public page would show it. */
export const articlePreview = z.object({
  /** Safe to insert. */
  html: z.string(),
  toc: z.array(articleHeading),
  words: z.number(),
  /** Parts that are left out or shown in another form than written, each as the end of a sentence about the article. */
  problems: z.array(z.string()),
});
export type ArticlePreview = z.output<typeof articlePreview>;

/** A testimonial in the administrators' list. */
export const adminTestimonial = z.object({
  id: uuid(),
  name: z.string(),
  role: z.string(),
  avatarUrl: z.nullable(z.string()),
  quote: z.string(),
  context: z.nullable(z.string()),
  rating: z.number(),
  isActive: z.boolean(),
  /** Whether it came from the association's files, which would restore it if it were deleted. */
  isFromFiles: z.boolean(),
  version: z.number(),
  ...lastChange,
});
export type AdminTestimonial = z.output<typeof adminTestimonial>;

/** A recording in the administrators' list. */
export const adminRecording = z.object({
  id: uuid(),
  /** The name that members see; null: Zoom's topic. */
  title: z.nullable(z.string()),
  topic: z.string(),
  startTime: instant(),
  /** Minutes. */
  duration: z.number(),
  isDebateClub: z.boolean(),
  isHidden: z.boolean(),
  recordingCount: z.number(),
  version: z.number(),
  ...lastChange,
});
export type AdminRecording = z.output<typeof adminRecording>;
