import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { DOCUMENT_BYTES_MAX, documentAccess } from './editorial.ts';
import { article, blogPost, documentListing, testimonial } from './model.ts';

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

/** Who asks for a document, as far as it decides what they may read. */
export const documentReader = z.enum(['visitor', 'inactive_member', 'active_member']);
export type DocumentReader = z.output<typeof documentReader>;

/**
 * A document's file, in one message: the build lets none grow beyond a megabyte. Its content is left out where the reader holds
 * it already. Throws `document_unknown`, and for a members' document `token_missing` or `membership_required`.
 */
export const readDocument = rpc({
  name: 'content.read-document.v1',
  input: z.object({
    key: z.string(),
    reader: documentReader,
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
