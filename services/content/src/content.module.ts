import type { ModuleMetadata } from '@nestjs/common';
import { pingController } from '@lectern/service-kit/health/ping.rpc';
import { BlogPostRepository } from './blog-post/blog-post.repository.ts';
import { BlogPostRpc } from './blog-post/blog-post.rpc.ts';
import { TestimonialRepository } from './testimonial/testimonial.repository.ts';
import { TestimonialRpc } from './testimonial/testimonial.rpc.ts';

export const contentModule: ModuleMetadata = {
  controllers: [pingController('content'), BlogPostRpc, TestimonialRpc],
  providers: [BlogPostRepository, TestimonialRepository],
};
