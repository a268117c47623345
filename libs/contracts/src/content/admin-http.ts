import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { acknowledgement, optionalText, requiredLine, uuid } from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import { adminArticle, adminArticleEntry, adminRecording, adminTestimonial, articlePreview } from './admin-model.ts';
import { ARTICLE_MAX } from './article-limits.ts';
import { SLUG } from './editorial.ts';

/*
 * What administrators alone call. The routes of one thing are found together; `http.ts` hands them on, and the browser imports
 * this file where an administrator's page needs it.
 */

const byId = z.strictObject({ id: uuid() });

const line = (max: number) =>
  z.string({ error: 'This must be text' }).check(z.trim(), z.maxLength(max, `At most ${max} emails`));
const optionalLine = (max: number) =>
  z.nullable(
    z.pipe(
      line(max),
      z.transform((text: string): string | null => (text === '' ? null : text)),
    ),
  );

/** An article as it is typed. A draft may lack everything but its title; what is missing is named when it is to be published. */
export const articleForm = z.strictObject({
  title: requiredLine('An article needs a title', ARTICLE_MAX.title),
  /** Left empty, it is made from the title. */
  slug: z.string({ error: 'This must be text' }).check(
    z.trim(),
    z.maxLength(ARTICLE_MAX.slug, `At most ${ARTICLE_MAX.slug} emails`),
    z.refine((slug) => slug === '' || SLUG.test(slug), 'Small letters, digits and single hyphens only'),
  ),
  excerpt: line(ARTICLE_MAX.excerpt),
  category: line(ARTICLE_MAX.category),
  author: optionalLine(ARTICLE_MAX.author),
  metaTitle: optionalLine(ARTICLE_MAX.metaTitle),
  metaDescription: optionalLine(ARTICLE_MAX.metaDescription),
  content: z
    .string({ error: 'This must be text' })
    .check(z.maxLength(ARTICLE_MAX.content, `At most ${ARTICLE_MAX.content.toLocaleString('en')} emails`)),
});
export type ArticleForm = z.output<typeof articleForm>;

/** A text of the longest length, in emails of four bytes. */
const ARTICLE_BODY_BYTES = 512 * 1024;

/** Newest first, with `status` draft or published; `q` looks at title, address, category and author. */
export const listArticles = route({
  method: 'GET',
  path: '/api/admin/articles',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminArticleEntry),
});

export const readArticle = route({
  method: 'GET',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminArticle,
});

/** Makes a draft. `article_slug_taken` where its address is another one's, so a second press makes no second article. */
export const createArticle = route({
  method: 'POST',
  path: '/api/admin/articles',
  audience: 'admin',
  rateLimit: 'none',
  status: 201,
  bodyLimit: ARTICLE_BODY_BYTES,
  body: articleForm,
  response: adminArticle,
});

/** `version_conflict` names what somebody else changed; `article_slug_taken`; the address of what was public once stays. */
export const changeArticle = route({
  method: 'PUT',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  rateLimit: 'none',
  bodyLimit: ARTICLE_BODY_BYTES,
  params: byId,
  body: z.extend(articleForm, { version: version() }),
  response: adminArticle,
});

/** `invalid_request` names what is missing. A published one stays as it is. */
export const publishArticle = route({
  method: 'POST',
  path: '/api/admin/articles/:id/publish',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  body: z.strictObject({ version: version() }),
  response: adminArticle,
});

/** Takes it from every reader at once. A draft stays as it is. */
export const unpublishArticle = route({
  method: 'POST',
  path: '/api/admin/articles/:id/unpublish',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminArticle,
});

/** `article_published` for what readers can read, `comes_from_files` for what the files would bring back. */
export const deleteArticle = route({
  method: 'DELETE',
  path: '/api/admin/articles/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

export const previewArticle = route({
  method: 'POST',
  path: '/api/admin/articles/preview',
  audience: 'admin',
  rateLimit: 'none',
  bodyLimit: ARTICLE_BODY_BYTES,
  body: z.pick(articleForm, { content: true }),
  response: articlePreview,
});

const isHttps = (address: string): boolean => /^https:\/\//i.test(address) && URL.canParse(address);

export const testimonialForm = z.strictObject({
  name: requiredLine('Say who said it', 60),
  role: requiredLine('Say who they are to the association', 80),
  quote: requiredLine('What did they say?', 500),
  context: optionalText(120),
  rating: z.int({ error: 'From 1 to 5' }).check(z.gte(1, 'From 1 to 5'), z.lte(5, 'From 1 to 5')),
  /** A picture's address; https alone. */
  avatarUrl: optionalText(500).check(
    z.refine((address) => address === undefined || isHttps(address), 'An address that begins with https://'),
  ),
});

/** Newest first, with `status` shown or hidden; `q` looks at name, role and what was said. */
export const listAllTestimonials = route({
  method: 'GET',
  path: '/api/admin/testimonials',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminTestimonial),
});

export const readTestimonial = route({
  method: 'GET',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

/** It is shown at once. `testimonial_exists` where the same person said the same already, so a second press adds nothing. */
export const createTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials',
  audience: 'admin',
  rateLimit: 'none',
  status: 201,
  body: testimonialForm,
  response: adminTestimonial,
});

export const changeTestimonial = route({
  method: 'PUT',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  body: z.extend(testimonialForm, { version: version() }),
  response: adminTestimonial,
});

export const showTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials/:id/show',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

export const hideTestimonial = route({
  method: 'POST',
  path: '/api/admin/testimonials/:id/hide',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminTestimonial,
});

/** `comes_from_files` for what the files would bring back. */
export const deleteTestimonial = route({
  method: 'DELETE',
  path: '/api/admin/testimonials/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

/** Newest first, with `status` shown or hidden; `q` looks at the name that members read and at Zoom's topic. */
export const listAllRecordings = route({
  method: 'GET',
  path: '/api/admin/recordings',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(adminRecording),
});

export const readRecording = route({
  method: 'GET',
  path: '/api/admin/recordings/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});

/** Gives it another name than Zoom's topic; an empty one takes that back. */
export const renameRecording = route({
  method: 'PUT',
  path: '/api/admin/recordings/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  body: z.strictObject({ title: optionalLine(300), version: version() }),
  response: adminRecording,
});

/** Takes it from every member at once, and for good: what Zoom says later does not show it again. */
export const hideRecording = route({
  method: 'POST',
  path: '/api/admin/recordings/:id/hide',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});

export const showRecording = route({
  method: 'POST',
  path: '/api/admin/recordings/:id/show',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: adminRecording,
});
