import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';

/** A testimonial about the association (specification, section 3 "testimonials"). */
@Entity('testimonials')
@Index('testimonials_newest', ['listedAt', 'id'])
// An expression index: among those of administrators, a person's sentence is unique.
@Index('testimonials_said_once', { synchronize: false })
@Check('testimonials_rating_range', `rating BETWEEN 1 AND 5`)
export class Testimonial {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Its key in the association's files. */
  @Index('testimonials_key', { unique: true })
  @Column('text', { nullable: true })
  key!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  role!: string;

  @Column('text', { nullable: true })
  avatarUrl!: string | null;

  @Column('text')
  quote!: string;

  /** The occasion or the offer that it is about. */
  @Column('text', { nullable: true })
  context!: string | null;

  @Column('smallint', { default: 5 })
  rating!: number;

  /** Lower ones are shown first. */
  @Column('smallint', { default: 0 })
  position!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Whether the testimonial comes from the association's files. Such a one is not deleted, because the next start would bring it back. */
  @Column('boolean', { default: false })
  isFromFiles!: boolean;

  /** Whether an administrator wrote or changed the testimonial. If so, publishing the files leaves it alone. */
  @Column('boolean', { default: false })
  isManaged!: boolean;

  /** Its position in the administrators' list: the time when it was added. */
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
