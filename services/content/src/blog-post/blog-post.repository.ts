import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Versioned } from '@lectern/service-kit/edit/decide-edit';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { withoutAccents } from '@lectern/service-kit/paging/search-pattern';
import type { LastChange } from '../changed-by.ts';
import { filedVersions } from '../filed/filed-versions.ts';
import { BlogPost } from './blog-post.entity.ts';

/** An article without its text. */
export type BlogPostSummary = Pick<
  BlogPost,
  'id' | 'title' | 'slug' | 'excerpt' | 'category' | 'author' | 'publishedAt' | 'createdAt' | 'updatedAt' | 'isFeatured'
>;

const SUMMARY = [
  'id',
  'title',
  'slug',
  'excerpt',
  'category',
  'author',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'isFeatured',
].map((column) => `post.${column}`);

/** An article from the association's files. */
export type FiledPost = Pick<BlogPost, (typeof FILED)[number][2]>;
/** An article as an administrator typed it, with its rendered HTML. */
export type WrittenPost = Pick<
  BlogPost,
  'title' | 'slug' | 'excerpt' | 'category' | 'author' | 'metaTitle' | 'metaDescription' | 'content' | 'html' | 'toc'
>;

export interface ArticleFilter {
  readonly isPublished: boolean | null;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

/** The columns that files set: column, type, field. */
const FILED = [
  ['slug', 'text', 'slug'],
  ['title', 'text', 'title'],
  ['excerpt', 'text', 'excerpt'],
  ['content', 'text', 'content'],
  ['html', 'text', 'html'],
  ['toc', 'jsonb', 'toc'],
  ['related', 'jsonb', 'related'],
  ['category', 'text', 'category'],
  ['author', 'text', 'author'],
  ['meta_title', 'text', 'metaTitle'],
  ['meta_description', 'text', 'metaDescription'],
  ['published_at', 'timestamptz', 'publishedAt'],
  ['updated_at', 'timestamptz', 'updatedAt'],
  ['is_featured', 'boolean', 'isFeatured'],
] as const satisfies readonly (readonly [column: string, type: string, field: keyof BlogPost])[];

@Injectable()
export class BlogPostRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Published articles up to `now`, newest first. */
  async published(now: Date): Promise<BlogPostSummary[]> {
    return this.upTo(now).select(SUMMARY).orderBy('post.publishedAt', 'DESC').addOrderBy('post.id', 'DESC').getMany();
  }

  /** The published article with this slug, with its text. */
  async publishedBySlug(slug: string, now: Date): Promise<BlogPost | null> {
    return this.upTo(now).andWhere('post.slug = :slug', { slug }).getOne();
  }

  /** The published ones among `slugs`, in their order. */
  async publishedOf(slugs: readonly string[], now: Date): Promise<BlogPostSummary[]> {
    if (slugs.length === 0) return [];
    const found = await this.upTo(now).select(SUMMARY).andWhere('post.slug IN (:...slugs)', { slugs }).getMany();
    return slugs.flatMap((slug) => found.filter((post) => post.slug === slug));
  }

  /** The newest published articles, those of `category` first, without the one of `slug`. */
  async nearest(
    { slug, category }: Pick<BlogPost, 'slug' | 'category'>,
    now: Date,
    count: number,
  ): Promise<BlogPostSummary[]> {
    const others = (await this.published(now)).filter((post) => post.slug !== slug);
    return [
      ...others.filter((post) => post.category === category),
      ...others.filter((post) => post.category !== category),
    ].slice(0, count);
  }

  /**
   * Makes these the only published articles, except those that administrators wrote or changed, which stay as they are.
   * An existing article keeps its id; an unchanged one is not touched.
   */
  async replaceAll(tx: Transaction, posts: readonly FiledPost[]): Promise<void> {
    const columns = FILED.map(([column]) => column).join(', ');
    const of = (row: string): string => FILED.map(([column]) => `${row}.${column}`).join(', ');
    await tx.manager.query(
      `INSERT INTO blog_posts (${columns}, is_published, is_from_files, listed_at)
       SELECT ${columns}, true, true, published_at
       FROM jsonb_to_recordset($1::jsonb) AS given (${FILED.map(([column, type]) => `${column} ${type}`).join(', ')})
       ON CONFLICT (slug) DO UPDATE SET (${columns}, is_published, is_from_files, listed_at, version, field_versions)
         = (${of('excluded')}, true, true, excluded.listed_at, blog_posts.version + 1, ${filedVersions('blog_posts', FILED)})
       WHERE NOT blog_posts.is_managed
         AND (${of('blog_posts')}, blog_posts.is_published) IS DISTINCT FROM (${of('excluded')}, true)`,
      [
        JSON.stringify(
          posts.map((post) => Object.fromEntries(FILED.map(([column, , field]) => [column, post[field]]))),
        ),
      ],
    );
    await tx.manager.query(
      `UPDATE blog_posts SET is_published = false, version = version + 1 WHERE is_published AND NOT is_managed AND slug <> ALL ($1)`,
      [posts.map(({ slug }) => slug)],
    );
  }

  /** Deletes the articles of files that administrators have not changed. */
  async removeFiled(tx: Transaction): Promise<void> {
    await tx.manager.query('DELETE FROM blog_posts WHERE is_from_files AND NOT is_managed');
  }

  async page({ isPublished, search }: ArticleFilter, request: PageRequest<BlogPost>): Promise<Page<BlogPost>> {
    const rows = this.dataSource.getRepository(BlogPost).createQueryBuilder('post');
    if (isPublished !== null) rows.andWhere(isPublished ? 'post.isPublished' : 'NOT post.isPublished');
    if (search !== null)
      rows.andWhere(
        `${withoutAccents(`concat_ws(' ', '', post.title, post.slug, post.category, post.author)`)} LIKE :search`,
        {
          search,
        },
      );
    const [page, total] = await Promise.all([readPage(rows.clone(), request), rows.getCount()]);
    return { ...page, total };
  }

  async byId(id: string): Promise<BlogPost | null> {
    return this.dataSource.getRepository(BlogPost).findOneBy({ id });
  }

  /** Locks an article for this transaction; null where there is none. */
  async lockById(tx: Transaction, id: string): Promise<BlogPost | null> {
    return tx.manager.getRepository(BlogPost).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The title of the article with this slug; null where there is none. */
  async titleOf(slug: string): Promise<string | null> {
    return (
      (await this.dataSource.getRepository(BlogPost).findOne({ select: { id: true, title: true }, where: { slug } }))
        ?.title ?? null
    );
  }

  /** Adds an administrator's draft. Rejects with a unique violation of `blog_posts_slug`. */
  async add(
    tx: Transaction,
    draft: WrittenPost & LastChange & Pick<BlogPost, 'listedAt' | 'createdAt'>,
  ): Promise<BlogPost> {
    const repository = tx.manager.getRepository(BlogPost);
    return repository.save(
      repository.create({ ...draft, isPublished: false, isManaged: true, version: 1, fieldVersions: {} }),
    );
  }

  /** Changes a locked article, which belongs to the administrators from then on. Rejects with a unique violation of `blog_posts_slug`. */
  async change(tx: Transaction, post: BlogPost, changes: Partial<BlogPost> & Versioned): Promise<BlogPost> {
    const next = { ...changes, isManaged: true };
    await tx.manager.getRepository(BlogPost).update({ id: post.id, version: post.version }, next);
    return { ...post, ...next };
  }

  async remove(tx: Transaction, { id }: Pick<BlogPost, 'id'>): Promise<void> {
    await tx.manager.getRepository(BlogPost).delete({ id });
  }

  private upTo(now: Date): SelectQueryBuilder<BlogPost> {
    return this.dataSource
      .getRepository(BlogPost)
      .createQueryBuilder('post')
      .where('post.isPublished AND post.publishedAt <= :now', { now });
  }
}
