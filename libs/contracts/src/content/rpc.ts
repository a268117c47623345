import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { listQuery, pageOf, PLAIN_LIST_MAX } from '../page.ts';
import { rpc } from '../rpc.ts';
import { adminArticle, adminArticleEntry, adminRecording, adminTestimonial, articlePreview } from './admin-model.ts';
import { documentAccess } from './editorial.ts';
import {
  article,
  blogPost,
  documentListing,
  meetingPlaces,
  recording,
  testimonial,
  zoomEventReceipt,
} from './model.ts';

export const listTestimonials = rpc({
  name: 'content.list-testimonials.v1',
  input: z.object({}),
  output: z.array(testimonial),
});

/** Published articles, newest first. */
export const listBlogPosts = rpc({
  name: 'content.list-blog-posts.v1',
  input: z.object({}),
  // For the site map. Left out by the previous release.
  output: z.array(z.extend(blogPost, { updatedAt: z.optional(z.nullable(instant())) })),
});

/** Throws `article_unknown`. */
export const readBlogPost = rpc({
  name: 'content.read-blog-post.v1',
  input: z.object({ slug: z.string() }),
  output: article,
});

export const listDocuments = rpc({
  name: 'content.list-documents.v1',
  input: z.object({}),
  output: z.array(documentListing),
});

/** The caller's membership, as far as it decides which documents and recordings they may open. */
export const memberStatus = z.enum(['inactive_member', 'active_member']);
export type MemberStatus = z.output<typeof memberStatus>;

/** The expiry and signature that open a members' document. */
export const documentLink = z.object({
  /** Unix seconds: valid until then. */
  expires: z.number(),
  signature: z.string(),
});
export type DocumentLink = z.output<typeof documentLink>;

/** Signs a link to a members' document; `null` for a public one, which needs none. Throws `document_unknown`, `membership_required`. */
export const openDocument = rpc({
  name: 'content.open-document.v1',
  input: z.object({ key: z.string(), reader: memberStatus }),
  output: z.nullable(documentLink),
});

/**
 * Which file a document has now; its bytes are read with `readDocumentPiece`. Throws `document_unknown`, and for a members' document
 * `membership_required` without a link and `document_link_ended` with an expired or invalid one.
 */
export const readDocument = rpc({
  name: 'content.read-document.v2',
  input: z.object({ key: z.string(), link: z.nullable(documentLink) }),
  output: z.object({ fileName: z.string(), access: documentAccess, sha256: z.string(), bytes: z.number() }),
});

/** Where members meet; both links are null for inactive members. */
export const readMeetingPlaces = rpc({
  name: 'content.read-meeting-places.v1',
  input: z.object({ reader: memberStatus }),
  output: meetingPlaces,
});

/** Newest first, at most 1,000 unless `limit` says less. Play URLs are for active members alone. Throws `cursor_invalid`. */
export const listRecordings = rpc({
  name: 'content.list-recordings.v1',
  input: z.object({
    limit: z.optional(z.number().check(z.int(), z.gte(1), z.lte(PLAIN_LIST_MAX))),
    cursor: z.optional(z.string()),
    reader: memberStatus,
  }),
  output: pageOf(recording),
});

/**
 * Verifies the signature over the raw body and stores the event before it answers. A repetition gets the same answer.
 * Zoom's check whether the endpoint knows the secret gets the response that it specifies. Throws `signature_invalid`,
 * `malformed_body`, `service_unavailable`, and `route_unknown` where recordings are off.
 */
export const receiveZoomEvent = rpc({
  name: 'content.receive-zoom-event.v1',
  input: z.object({ payload: z.string(), signature: z.string(), timestamp: z.string() }),
  output: zoomEventReceipt,
});
export type ZoomEventReceipt = z.output<typeof zoomEventReceipt>;

/* Administrators' actions. Each is recorded with `by`; `not_found` for an unknown id. */

const one = z.object({ id: uuid() });
const act = z.extend(one, { by: actor });

/** Content knows the ids of administrators, and identity their names. */
const byId = { changedBy: z.nullable(uuid()) };
const savedArticleEntry = z.extend(adminArticleEntry, byId);
export type SavedArticleEntry = z.output<typeof savedArticleEntry>;
const savedArticle = z.extend(adminArticle, byId);
export type SavedArticle = z.output<typeof savedArticle>;
const savedTestimonial = z.extend(adminTestimonial, byId);
export type SavedTestimonial = z.output<typeof savedTestimonial>;
const savedRecording = z.extend(adminRecording, byId);
export type SavedRecording = z.output<typeof savedRecording>;

const version = z.number();

export const articleFields = z.object({
  title: z.string(),
  /** Empty: made from the title, or left as it is. */
  slug: z.string(),
  excerpt: z.string(),
  category: z.string(),
  author: z.nullable(z.string()),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  content: z.string(),
});
export type ArticleFields = z.output<typeof articleFields>;

export const listArticles = rpc({
  name: 'content.list-articles.v1',
  input: listQuery,
  output: pageOf(savedArticleEntry),
});
export const readArticle = rpc({ name: 'content.read-article.v1', input: one, output: savedArticle });
/** Throws `article_slug_taken`. */
export const createArticle = rpc({
  name: 'content.create-article.v1',
  permission: 'content:write',
  input: z.extend(articleFields, { by: actor }),
  output: savedArticle,
});
/**
 * Throws `version_conflict`, `article_slug_taken`, and `invalid_request` for another slug of an article that was ever
 * public, or for a published one that would lack a required field.
 */
export const changeArticle = rpc({
  name: 'content.change-article.v1',
  permission: 'content:write',
  input: z.extend(articleFields, { id: uuid(), version, by: actor }),
  output: savedArticle,
});
/** Throws `version_conflict`, and `invalid_request` with the missing fields. */
export const publishArticle = rpc({
  name: 'content.publish-article.v1',
  permission: 'content:write',
  input: z.extend(act, { version }),
  output: savedArticle,
});
export const unpublishArticle = rpc({
  name: 'content.unpublish-article.v1',
  permission: 'content:write',
  input: act,
  output: savedArticle,
});
/** Throws `article_published`, `comes_from_files`. */
export const deleteArticle = rpc({
  name: 'content.delete-article.v1',
  permission: 'content:write',
  input: act,
  output: z.object({}),
});
export const previewArticle = rpc({
  name: 'content.preview-article.v1',
  input: z.object({ content: z.string() }),
  output: articlePreview,
});

export const testimonialFields = z.object({
  name: z.string(),
  role: z.string(),
  quote: z.string(),
  context: z.nullable(z.string()),
  rating: z.number(),
  avatarUrl: z.nullable(z.string()),
});
export type TestimonialFields = z.output<typeof testimonialFields>;

export const listAllTestimonials = rpc({
  name: 'content.list-all-testimonials.v1',
  input: listQuery,
  output: pageOf(savedTestimonial),
});
export const readTestimonial = rpc({ name: 'content.read-testimonial.v1', input: one, output: savedTestimonial });
/** Throws `testimonial_exists`, and `invalid_request` for a picture that is not on this site. */
export const createTestimonial = rpc({
  name: 'content.create-testimonial.v1',
  permission: 'content:write',
  input: z.extend(testimonialFields, { by: actor }),
  output: savedTestimonial,
});
/** Throws `version_conflict`, `testimonial_exists`, and `invalid_request` for another picture that is not on this site. */
export const changeTestimonial = rpc({
  name: 'content.change-testimonial.v1',
  permission: 'content:write',
  input: z.extend(testimonialFields, { id: uuid(), version, by: actor }),
  output: savedTestimonial,
});
/** Shows or hides it. Idempotent. */
export const showTestimonial = rpc({
  name: 'content.show-testimonial.v1',
  permission: 'content:write',
  input: z.extend(act, { isActive: z.boolean() }),
  output: savedTestimonial,
});
/** Throws `comes_from_files`. */
export const deleteTestimonial = rpc({
  name: 'content.delete-testimonial.v1',
  permission: 'content:write',
  input: act,
  output: z.object({}),
});

export const listAllRecordings = rpc({
  name: 'content.list-all-recordings.v1',
  input: listQuery,
  output: pageOf(savedRecording),
});
export const readRecording = rpc({ name: 'content.read-recording.v1', input: one, output: savedRecording });
/** A `title` of null restores Zoom's topic. Throws `version_conflict`. */
export const renameRecording = rpc({
  name: 'content.rename-recording.v1',
  permission: 'content:write',
  input: z.extend(act, { title: z.nullable(z.string()), version }),
  output: savedRecording,
});
/** Hides it from members or shows it again. Idempotent. */
export const hideRecording = rpc({
  name: 'content.hide-recording.v1',
  permission: 'content:write',
  input: z.extend(act, { isHidden: z.boolean() }),
  output: savedRecording,
});
