import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { BlogPost } from './blog-post.entity.ts';

/** An article without its text. */
export type BlogPostSummary = Pick<BlogPost, 'id' | 'title' | 'slug' | 'excerpt' | 'category' | 'author' | 'publishedAt' | 'createdAt' | 'isFeatured'>;

const SUMMARY = ['id', 'title', 'slug', 'excerpt', 'category', 'author', 'publishedAt', 'createdAt', 'isFeatured'].map((column) => `post.${column}`);

@Injectable()
export class BlogPostRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Published articles up to `now`, newest first. */
  async published(now: Date): Promise<BlogPostSummary[]> {
    return this.upTo(now).select(SUMMARY).orderBy('post.publishedAt', 'DESC').addOrderBy('post.id', 'DESC').getMany();
  }

  /** The published article of this address, with its text. */
  async publishedBySlug(slug: string, now: Date): Promise<BlogPost | null> {
    return this.upTo(now).andWhere('post.slug = :slug', { slug }).getOne();
  }

  /** Those of `slugs` that are published, in their order. */
  async publishedOf(slugs: readonly string[], now: Date): Promise<BlogPostSummary[]> {
    if (slugs.length === 0) return [];
    const found = await this.upTo(now).select(SUMMARY).andWhere('post.slug IN (:...slugs)', { slugs }).getMany();
    return slugs.flatMap((slug) => found.filter((post) => post.slug === slug));
  }

  /** Makes these the published articles, and no others. An article that is there already keeps its id. */
  async replaceAll(tx: Transaction, posts: readonly Omit<BlogPost, 'id' | 'createdAt' | 'isPublished'>[]): Promise<void> {
    const repository = tx.manager.getRepository(BlogPost);
    await repository.upsert(
      posts.map((post) => ({ ...post, isPublished: true })),
      { conflictPaths: ['slug'], skipUpdateIfNoValuesChanged: true },
    );
    await repository.update({ slug: Not(In(posts.map(({ slug }) => slug))) }, { isPublished: false });
  }

  private upTo(now: Date): SelectQueryBuilder<BlogPost> {
    return this.dataSource.getRepository(BlogPost).createQueryBuilder('post').where('post.isPublished AND post.publishedAt <= :now', { now });
  }
}
