import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { acknowledgement, MESSAGES, optionalText, requiredLine, uuid } from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import { adminArticle, adminArticleEntry, adminRecording, adminTestimonial, articlePreview } from './admin-model.ts';
import { ARTICLE_MAX } from './article-limits.ts';
import { SLUG } from './editorial.ts';
import { NO_UPLOADED_PICTURE, pictureAt } from './picture.ts';

/*
 * Routes for administrators only. `http.ts` re-exports them, so that all content routes are found together; the browser
 * imports this file on administrators' pages.
 */

const byId = z.strictObject({ id: uuid() });

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max, { error: MESSAGES.tooLong }));
const optionalLine = (max: number) =>
  z.nullable(
    z.pipe(
      line(max),
      z.transform((text: string): string | null => (text === '' ? null : text)),
    ),
  );

/** An article as typed. A draft needs only a title; publishing names the missing fields. */
export const articleForm = z.strictObject({
  title: requiredLine('Enter a title', ARTICLE_MAX.title),
  /** Left empty, it is made from the title. */
  slug: z.string().check(
    z.trim(),
    z.maxLength(ARTICLE_MAX.slug, { error: MESSAGES.tooLong }),
    z.refine(
      (slug) => slug === '' || SLUG.test(slug),
      'Web address may have small letters, digits and single hyphens only',
    ),
  ),
  excerpt: line(ARTICLE_MAX.excerpt),
  category: line(ARTICLE_MAX.category),
  author: optionalLine(ARTICLE_MAX.author),
  metaTitle: optionalLine(ARTICLE_MAX.metaTitle),
  metaDescription: optionalLine(ARTICLE_MAX.metaDescription),
  content: z.string().check(z.maxLength(ARTICLE_MAX.content, { error: MESSAGES.tooLong })),
});
export type ArticleForm = z.output<typeof articleForm>;

/** A text of the longest length, in characters of four bytes. */
const ARTICLE_BODY_BYTES = 512 * 1024;

/** Newest first; `status` is draft or published; `q` searches title, slug, category and author. */
export const listArticles = route({
  method: 'GET',
  path: '/api/admin/articles',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminArticleEntry),
});

export const readArticle = route({
  method: 'GET',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: adminArticle,
});

/** Creates a draft. `article_slug_taken` where another article has its slug, so a second press creates no second article. */
export const createArticle = route({
  method: 'POST',
  path: '/api/admin/articles',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  status: 201,
  bodyLimit: ARTICLE_BODY_BYTES,
  body: articleForm,
  response: adminArticle,
});

/**
 * `version_conflict` names the fields that somebody else changed; `article_slug_taken`. The slug of an article that was
 * ever public does not change.
 */
export const changeArticle = route({
  method: 'PUT',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  bodyLimit: ARTICLE_BODY_BYTES,
  params: byId,
  body: z.extend(articleForm, { version: version() }),
  response: adminArticle,
});

/** `invalid_request` names the missing fields. A published article stays as it is. */
export const publishArticle = route({
  method: 'POST',
  path: '/api/admin/articles/:id/publish',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  body: z.strictObject({ version: version() }),
  response: adminArticle,
});

/** Hides the article from every reader immediately. A draft stays as it is. */
export const unpublishArticle = route({
  method: 'POST',
  path: '/api/admin/articles/:id/unpublish',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: adminArticle,
});

/** `article_published` for a published article, `comes_from_files` for one that the association's files would restore. */
export const deleteArticle = route({
  method: 'DELETE',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

export const previewArticle = route({
  method: 'POST',
  path: '/api/admin/articles/preview',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  bodyLimit: ARTICLE_BODY_BYTES,
  body: z.pick(articleForm, { content: true }),
  response: articlePreview,
});

export const testimonialForm = z.strictObject({
  name: requiredLine('Enter the name of the person', 60),
  role: requiredLine('Enter their role, such as Member since spring', 80),
  quote: requiredLine('Enter what they said', 500),
  context: optionalText(120),
  rating: z
    .int({ error: 'Choose a rating from 1 to 5' })
    .check(z.gte(1, 'Choose a rating from 1 to 5'), z.lte(5, 'Choose a rating from 1 to 5')),
  /** The address of an uploaded picture. */
  avatarUrl: optionalText(500).check(
    z.refine((address) => address === undefined || pictureAt(address) !== null, NO_UPLOADED_PICTURE),
  ),
});

/** The picture may be the stored one, which earlier releases took from any site: a change keeps it, or names an uploaded one. */
export const changedTestimonialForm = z.extend(testimonialForm, { avatarUrl: optionalText(500) });

/** Newest first; `status` is shown or hidden; `q` searches name, role and text. */
export const listAllTestimonials = route({
  method: 'GET',
  path: '/api/admin/testimonials',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminTestimonial),
});

export const readTestimonial = route({
  method: 'GET',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

/** Shown immediately. `testimonial_exists` where the same person already said the same otherwise; a repeated request answers that of the first one. */
export const createTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  status: 201,
  body: testimonialForm,
  response: adminTestimonial,
});

export const changeTestimonial = route({
  method: 'PUT',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  body: z.extend(changedTestimonialForm, { version: version() }),
  response: adminTestimonial,
});

export const showTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials/:id/show',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

export const hideTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials/:id/hide',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

/** `comes_from_files` for a testimonial that the association's files would restore. */
export const deleteTestimonial = route({
  method: 'DELETE',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

/** Newest first; `status` is shown or hidden; `q` searches the name that members see and Zoom's topic. */
export const listAllRecordings = route({
  method: 'GET',
  path: '/api/admin/recordings',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminRecording),
});

export const readRecording = route({
  method: 'GET',
  path: '/api/admin/recordings/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});

/** Gives a recording a name other than Zoom's topic; an empty name restores the topic. */
export const renameRecording = route({
  method: 'PUT',
  path: '/api/admin/recordings/:id',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  body: z.strictObject({ title: optionalLine(300), version: version() }),
  response: adminRecording,
});

/** Hides a recording from every member immediately and permanently: later events from Zoom do not show it again. */
export const hideRecording = route({
  method: 'POST',
  path: '/api/admin/recordings/:id/hide',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});

export const showRecording = route({
  method: 'POST',
  path: '/api/admin/recordings/:id/show',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});
