import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody who asked for the newsletter (specification, section 3 "newsletter_subscribers"). */
@Entity('newsletter_subscribers')
@Check('newsletter_subscribers_tags_list', `jsonb_typeof(tags) = 'array'`)
@Check('newsletter_subscribers_active_undated', `NOT is_active OR unsubscribed_at IS NULL`)
@Index('newsletter_subscribers_newest', ['subscribedAt', 'id'])
@Index('newsletter_subscribers_active', ['subscribedAt', 'id'], { where: 'is_active' })
@Index('newsletter_subscribers_inactive', ['subscribedAt', 'id'], { where: 'NOT is_active' })
@Index('newsletter_subscribers_search', { synchronize: false })
export class NewsletterSubscriber {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** As typed, for display and for sending. */
  @Column('text')
  email!: string;

  /** The address as it is compared: trimmed, without letter case. */
  @Index('newsletter_subscribers_email_key', { unique: true })
  @Column('text')
  emailKey!: string;

  /** Where the address was left. */
  @Column('text', { nullable: true })
  source!: string | null;

  @Column('jsonb', { default: () => `'[]'` })
  tags!: string[];

  /** False once unsubscribed. */
  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Since when it is not active. */
  @Column('timestamptz', { nullable: true })
  unsubscribedAt!: Date | null;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  subscribedAt!: Date;

  /** Kept by the database: the address as searches look at it, in lower case, after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;
}
