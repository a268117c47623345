import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { taggedFileStream } from '../file-stream.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import {
  article,
  blogPost,
  documentListing,
  meetingPlaces,
  recording,
  testimonial,
  zoomEventReceipt,
} from './model.ts';

// A longer value matches no slug: it is unknown, not malformed.
const addressPart = () => z.string().check(z.maxLength(200));

export const listTestimonials = route({
  method: 'GET',
  path: '/api/testimonials',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(testimonial),
});

/** Published articles, newest first. */
export const listBlogPosts = route({
  method: 'GET',
  path: '/api/blog',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(blogPost),
});

export const readBlogPost = route({
  method: 'GET',
  path: '/api/blog/:slug',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  params: z.strictObject({ slug: addressPart() }),
  response: article,
});

/** Every document, in the order in which pages list them; members' documents too, so that every visitor sees that they exist. */
export const listDocuments = route({
  method: 'GET',
  path: '/api/documents',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(documentListing),
});

/**
 * The PDF. Public documents open as plain links; members' documents only by a link of {@link openDocument}, so that a
 * browser fetches them without a token and a link that is passed on stops working.
 */
export const readDocument = route({
  method: 'GET',
  path: '/api/documents/:key',
  audience: 'public',
  rateLimit: 'none',
  params: z.strictObject({ key: addressPart() }),
  query: z.object({
    /** Unix seconds. */
    expires: z.optional(z.string().check(z.maxLength(20))),
    signature: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: taggedFileStream,
});

/**
 * The URL of a document on this site. For a members' document it works until `expiresAt`, and only active members get
 * it (`membership_required`); for a public one it is the plain URL.
 */
export const openDocument = route({
  method: 'POST',
  path: '/api/documents/:key/link',
  audience: 'member',
  rateLimit: 'none',
  params: z.strictObject({ key: addressPart() }),
  response: z.object({ url: z.string(), expiresAt: z.nullable(instant()) }),
});

/** The links to the weekly session and the community, for active members only. */
export const readMeetingPlaces = route({
  method: 'GET',
  path: '/api/meeting-places',
  audience: 'member',
  rateLimit: 'none',
  response: meetingPlaces,
});

/**
 * Newest first: without a query a plain list of at most 1,000, with `limit` a page. Inactive members get it without play links.
 */
export const listRecordings = route({
  method: 'GET',
  path: '/api/recordings',
  audience: 'member',
  rateLimit: 'none',
  query: z.pick(listQuery, { limit: true, cursor: true }),
  response: listOrPage(recording),
});

export const zoomWebhook = route({
  method: 'POST',
  path: '/api/webhooks/zoom',
  audience: 'webhook',
  takes: 'signed',
  signedBy: ['x-zm-signature', 'x-zm-request-timestamp'],
  rateLimit: 'none',
  bodyLimit: 1024 * 1024,
  response: zoomEventReceipt,
});

export * from './admin-http.ts';
