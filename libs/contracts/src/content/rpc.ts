import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { blogPost, testimonial } from './model.ts';

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
