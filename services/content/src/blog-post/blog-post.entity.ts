import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ArticleHeading } from '@lectern/contracts/content/editorial';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';

/** An article (specification, section 3 "blog_posts"). */
@Entity('blog_posts')
@Index('blog_posts_newest', ['listedAt', 'id'])
@Index('blog_posts_published', ['publishedAt'], { where: 'is_published' })
export class BlogPost {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  title!: string;

  @Index('blog_posts_slug', { unique: true })
  @Column('text')
  slug!: string;

  @Column('text')
  excerpt!: string;

  /** Markdown */
  @Column('text')
  content!: string;

  /** The HTML rendered from the Markdown. */
  @Column('text', { default: '' })
  html!: string;

  @Column('jsonb', { default: () => `'[]'` })
  toc!: ArticleHeading[];

  /** Slugs of related articles, best first. */
  @Column('jsonb', { default: () => `'[]'` })
  related!: string[];

  @Column('text')
  category!: string;

  @Column('text', { nullable: true })
  author!: string | null;

  @Column('text', { nullable: true })
  metaTitle!: string | null;

  @Column('text', { nullable: true })
  metaDescription!: string | null;

  @Column('timestamptz', { nullable: true })
  publishedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  updatedAt!: Date | null;

  @Column('boolean', { default: false })
  isPublished!: boolean;

  /** Whether the list of articles opens with this one. */
  @Column('boolean', { default: false })
  isFeatured!: boolean;

  /** Whether the article comes from the association's files. Such an article is not deleted, because the next start would bring it back. */
  @Column('boolean', { default: false })
  isFromFiles!: boolean;

  /** Whether an administrator wrote or changed the article. If so, publishing the files leaves it alone. */
  @Column('boolean', { default: false })
  isManaged!: boolean;

  /** Its position in the administrators' list: the time of its first publication, else of its creation. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  listedAt!: Date;

  /** Counts the changes; a change of an older version is refused. */
  @Column('integer', { default: 1 })
  version!: number;

  /** For each field, the version that last changed it. */
  @Column('jsonb', { default: () => `'{}'` })
  fieldVersions!: FieldVersions;

  /** The last change by an administrator; null while there was none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  changedAt!: Date | null;

  @Column('uuid', { nullable: true })
  changedBy!: string | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
