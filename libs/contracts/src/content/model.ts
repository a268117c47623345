import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

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
});
export type BlogPost = z.output<typeof blogPost>;

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
