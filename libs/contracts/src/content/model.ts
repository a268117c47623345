import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { articleHeading, documentAccess, documentKind } from './editorial.ts';

export const testimonial = z.object({
  id: uuid(),
  name: z.string(),
  role: z.string(),
  avatarUrl: z.nullable(z.string()),
  quote: z.string(),
  rating: z.number(),
});
export type Testimonial = z.output<typeof testimonial>;

/** An article as the list shows it; its text is fetched with the article. */
export const blogPost = z.object({
  id: uuid(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  author: z.string(),
  publishedAt: instant(),
  slug: z.string(),
  /** Featured articles come first in the list. */
  isFeatured: z.boolean(),
});
export type BlogPost = z.output<typeof blogPost>;

/** An article to read. */
export const article = z.extend(blogPost, {
  updatedAt: z.nullable(instant()),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  /** Safe to insert. Headings begin at `h2` and have the ids that `toc` names. */
  html: z.string(),
  toc: z.array(articleHeading),
  /** Articles to read next, best first. */
  related: z.array(blogPost),
});
export type Article = z.output<typeof article>;

/** A document as lists show it. */
export const documentListing = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  kind: documentKind,
  access: documentAccess,
  /** The heading under which the member page lists it. */
  group: z.string(),
  pages: z.number(),
  bytes: z.number(),
});
export type DocumentListing = z.output<typeof documentListing>;

/** Where active members meet. The links are null for all others, and where the association has none. */
export const meetingPlaces = z.object({
  zoomUrl: z.nullable(z.url()),
  discordUrl: z.nullable(z.url()),
  /** Whether there is a community on Discord, for every reader. */
  hasCommunity: z.boolean(),
});
export type MeetingPlaces = z.output<typeof meetingPlaces>;

export const recordingFile = z.object({
  recording_type: z.string(),
  file_type: z.string(),
  /** Withheld from inactive members. */
  play_url: z.optional(z.string()),
});

export const recording = z.object({
  id: uuid(),
  topic: z.string(),
  startTime: instant(),
  /** Minutes. */
  duration: z.number(),
  isDebateClub: z.boolean(),
  recordingFiles: z.array(recordingFile),
});
export type Recording = z.output<typeof recording>;

/** The response that Zoom gets to a delivery, and to its check whether we know the secret. */
export const zoomEventReceipt = z.union([
  z.object({ plainToken: z.string(), encryptedToken: z.string() }),
  z.object({ received: z.boolean() }),
]);
