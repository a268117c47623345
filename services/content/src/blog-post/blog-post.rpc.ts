import { Controller, Inject } from '@nestjs/common';
import type { Article } from '@lectern/contracts/content/model';
import { listBlogPosts, readBlogPost } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { presentBlogPost } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';
import { ReadBlogPost } from './read-blog-post.query.ts';

@Controller()
export class BlogPostRpc {
  constructor(
    private readonly posts: BlogPostRepository,
    private readonly readBlogPost: ReadBlogPost,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  @HandlesRpc(listBlogPosts)
  async list(): Promise<RpcOutput<typeof listBlogPosts>> {
    return (await this.posts.published(this.clock.now())).map((post) => ({
      ...presentBlogPost(post, this.config.ASSOCIATION_NAME),
      updatedAt: post.updatedAt?.toISOString() ?? null,
    }));
  }

  @HandlesRpc(readBlogPost)
  async read({ slug }: RpcInput<typeof readBlogPost>): Promise<Article> {
    return this.readBlogPost.execute(slug);
  }
}
