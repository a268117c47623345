import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What somebody says of the association (specification, section 3 "testimonials"). */
@Entity('testimonials')
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

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
