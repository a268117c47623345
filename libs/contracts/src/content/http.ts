import * as z from 'zod/mini';
import { route } from '../route.ts';
import { blogPost, recording, testimonial } from './model.ts';

export const listTestimonials = route({
  method: 'GET',
  path: '/api/testimonials',
  audience: 'public',
  rateLimit: 'none',
  response: z.array(testimonial),
});

/** Published articles, newest first. */
export const listBlogPosts = route({
  method: 'GET',
  path: '/api/blog',
  audience: 'public',
  rateLimit: 'none',
  response: z.array(blogPost),
});

/** Newest first. Inactive members get the list without play links. */
export const listRecordings = route({
  method: 'GET',
  path: '/api/recordings',
  audience: 'member',
  rateLimit: 'none',
  response: z.array(recording),
});

export const zoomWebhook = route({
  method: 'POST',
  path: '/api/webhooks/zoom',
  audience: 'webhook',
  rateLimit: 'none',
  bodyLimit: 1024 * 1024,
  response: z.record(z.string(), z.unknown()),
});
