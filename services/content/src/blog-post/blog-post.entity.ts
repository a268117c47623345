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

  /** What the Markdown was rendered to. */
  @Column('text', { default: '' })
  html!: string;

  @Column('jsonb', { default: () => `'[]'` })
  toc!: ArticleHeading[];

  /** Slugs of what to read next, best first. */
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

  /** Whether the list of articles opens with it. */
  @Column('boolean', { default: false })
  isFeatured!: boolean;

  /** Whether the association's files brought it, which would bring it back if it were deleted. */
  @Column('boolean', { default: false })
  isFromFiles!: boolean;

  /** Whether an administrator wrote or changed it: the files leave it alone from then on. */
  @Column('boolean', { default: false })
  isManaged!: boolean;

  /** Its place in the administrators' list: when it was published first, or begun. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  listedAt!: Date;

  /** Counts the changes; one that was begun on an earlier version is refused. */
  @Column('integer', { default: 1 })
  version!: number;

  /** Which version changed a field last. */
  @Column('jsonb', { default: () => `'{}'` })
  fieldVersions!: FieldVersions;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
