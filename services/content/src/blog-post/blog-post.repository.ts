import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BlogPost } from './blog-post.entity.ts';

/** An article without its text. */
export type BlogPostSummary = Omit<BlogPost, 'content'>;

@Injectable()
export class BlogPostRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Published articles up to `now`, newest first. */
  async published(now: Date): Promise<BlogPostSummary[]> {
    return this.dataSource
      .getRepository(BlogPost)
      .createQueryBuilder('post')
      .select(['post.id', 'post.title', 'post.slug', 'post.excerpt', 'post.category', 'post.author', 'post.publishedAt'])
      .where('post.isPublished AND post.publishedAt <= :now', { now })
      .orderBy('post.publishedAt', 'DESC')
      .addOrderBy('post.id', 'DESC')
      .getMany();
  }
}
