import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';

/** What somebody says of the association (specification, section 3 "testimonials"). */
@Entity('testimonials')
@Index('testimonials_newest', ['listedAt', 'id'])
// Over an expression: one sentence of one person once among those of administrators.
@Index('testimonials_said_once', { synchronize: false })
@Check('testimonials_rating_range', `rating BETWEEN 1 AND 5`)
export class Testimonial {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** By which the association's files name it. */
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

  /** Where it was said, or of which offer. */
  @Column('text', { nullable: true })
  context!: string | null;

  @Column('smallint', { default: 5 })
  rating!: number;

  /** Lower ones are shown first. */
  @Column('smallint', { default: 0 })
  position!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Whether the association's files brought it, which would bring it back if it were deleted. */
  @Column('boolean', { default: false })
  isFromFiles!: boolean;

  /** Whether an administrator wrote or changed it: the files leave it alone from then on. */
  @Column('boolean', { default: false })
  isManaged!: boolean;

  /** Its place in the administrators' list: when it was added. */
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
