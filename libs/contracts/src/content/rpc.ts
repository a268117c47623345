import * as z from 'zod/mini';
import { pageOf, PLAIN_LIST_MAX } from '../page.ts';
import { rpc } from '../rpc.ts';
import { DOCUMENT_BYTES_MAX, documentAccess } from './editorial.ts';
import { article, blogPost, documentListing, meetingPlaces, recording, testimonial, zoomEventReceipt } from './model.ts';

export const listTestimonials = rpc({
  name: 'content.list-testimonials.v1',
  input: z.object({}),
  output: z.array(testimonial),
});

/** Published articles, newest first. */
export const listBlogPosts = rpc({
  name: 'content.list-blog-posts.v1',
  input: z.object({}),
  output: z.array(blogPost),
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

/** Who asks, as far as it decides what they may read or watch. */
export const memberStanding = z.enum(['inactive_member', 'active_member']);
export type MemberStanding = z.output<typeof memberStanding>;

/** What makes the address of a members' document work. */
export const documentLink = z.object({
  /** Unix seconds: good until then. */
  expires: z.number(),
  signature: z.string(),
});
export type DocumentLink = z.output<typeof documentLink>;

/** Signs a link to a members' document; `null` for a public one, which needs none. Throws `document_unknown`, `membership_required`. */
export const openDocument = rpc({
  name: 'content.open-document.v1',
  input: z.object({ key: z.string(), reader: memberStanding }),
  output: z.nullable(documentLink),
});

/**
 * A document's file, in one message: the build lets none grow beyond a megabyte. Its content is left out where the reader holds
 * it already. Throws `document_unknown`, and for a members' document `membership_required` without a link and
 * `document_link_ended` with one that is not, or no longer, good.
 */
export const readDocument = rpc({
  name: 'content.read-document.v1',
  input: z.object({
    key: z.string(),
    link: z.nullable(documentLink),
    /** SHA-256 of the file that the reader holds. */
    heldSha256: z.nullable(z.string()),
  }),
  output: z.object({
    fileName: z.string(),
    access: documentAccess,
    sha256: z.string(),
    contentBase64: z.nullable(z.string().check(z.maxLength(Math.ceil(DOCUMENT_BYTES_MAX / 3) * 4))),
  }),
});

/** Where members meet; for inactive ones both are null. */
export const readMeetingPlaces = rpc({
  name: 'content.read-meeting-places.v1',
  input: z.object({ reader: memberStanding }),
  output: meetingPlaces,
});

/** Newest first, at most 1,000 unless `limit` says less. Play URLs are for active members alone. Throws `cursor_invalid`. */
export const listRecordings = rpc({
  name: 'content.list-recordings.v1',
  input: z.object({
    limit: z.optional(z.number().check(z.int(), z.gte(1), z.lte(PLAIN_LIST_MAX))),
    cursor: z.optional(z.string()),
    reader: memberStanding,
  }),
  output: pageOf(recording),
});

/**
 * Verifies the signature over the raw body and stores the event before it answers. A repeat answers the same. Zoom's question
 * whether the endpoint knows the secret is answered as it asks. Throws `signature_invalid`, `malformed_body`,
 * `service_unavailable`, and `route_unknown` where recordings are off.
 */
export const receiveZoomEvent = rpc({
  name: 'content.receive-zoom-event.v1',
  input: z.object({ payload: z.string(), signature: z.string(), timestamp: z.string() }),
  output: zoomEventReceipt,
});
export type ZoomEventReceipt = z.output<typeof zoomEventReceipt>;
