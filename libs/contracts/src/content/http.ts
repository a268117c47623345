import * as z from 'zod/mini';
import { fileAnswer, instant } from '../fields.ts';
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

// Anything longer or other is nobody's address: it is unknown, not broken.
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

/** Every document, in the order in which pages list them; those of members too, so that everybody sees what there is. */
export const listDocuments = route({
  method: 'GET',
  path: '/api/documents',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(documentListing),
});

/**
 * The PDF. Public ones open as plain links; those of members by a link of {@link openDocument} alone, so that a browser fetches
 * them without a token and nobody can pass on an address that works tomorrow.
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
  response: fileAnswer,
});

/**
 * Where a member finds a document, as an address of this site: for a members' one good until `expiresAt` and for active members
 * alone (`membership_required`), for a public one its plain address.
 */
export const openDocument = route({
  method: 'POST',
  path: '/api/documents/:key/link',
  audience: 'member',
  rateLimit: 'none',
  params: z.strictObject({ key: addressPart() }),
  response: z.object({ url: z.string(), expiresAt: z.nullable(instant()) }),
});

/** The addresses of the weekly session and of the community, which are withheld from inactive members. */
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
