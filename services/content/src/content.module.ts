import type { ModuleMetadata } from '@nestjs/common';
import { pingController } from '@lectern/service-kit/health/ping.rpc';
import { BlogPostRepository } from './blog-post/blog-post.repository.ts';
import { BlogPostRpc } from './blog-post/blog-post.rpc.ts';
import { ReadBlogPost } from './blog-post/read-blog-post.query.ts';
import { DocumentRpc } from './document/document.rpc.ts';
import { PublishedDocumentRepository } from './document/published-document.repository.ts';
import { ReadDocument } from './document/read-document.query.ts';
import { EditorialFiles } from './editorial/editorial-files.ts';
import { PublishEditorial } from './editorial/publish-editorial.use-case.ts';
import { TestimonialRepository } from './testimonial/testimonial.repository.ts';
import { TestimonialRpc } from './testimonial/testimonial.rpc.ts';

export const contentModule: ModuleMetadata = {
  controllers: [pingController('content'), BlogPostRpc, TestimonialRpc, DocumentRpc],
  providers: [
    BlogPostRepository,
    ReadBlogPost,
    TestimonialRepository,
    PublishedDocumentRepository,
    ReadDocument,
    EditorialFiles,
    PublishEditorial,
  ],
};
