import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { EmailStatus } from './email.ts';

/**
 * One transactional email to one person: its contents and its status. Rows are kept, because an email's key prevents a second email
 * for the same occasion.
 */
@Entity('emails')
@Check('emails_status_known', `status IN ('pending', 'sending', 'sent', 'failed', 'uncertain')`)
@Check('emails_sending_claimed', `status <> 'sending' OR claimed_at IS NOT NULL`)
@Check('emails_sent_dated', `status <> 'sent' OR sent_at IS NOT NULL`)
@Index('emails_due', ['nextAttemptAt'], { where: `status = 'pending'` })
@Index('emails_to_key', { synchronize: false })
@Index('emails_claimed', ['claimedAt'], { where: `status = 'sending'` })
export class Email {
  /** The provider gets it as `custom_args.emailId` and returns it in its events. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The occasion: `welcome:sub_…`. It never has a second email. */
  @Index('emails_dedupe_key', { unique: true })
  @Column('text')
  dedupeKey!: string;

  @Column('text')
  to!: string;

  @Column('text', { nullable: true })
  toName!: string | null;

  /** The account that the email is about, where the occasion names one; for its erasure. */
  @Index('emails_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** A template name of `email-template.ts`. */
  @Column('text')
  template!: string;

  /** The template's data; checked when the email is rendered. */
  @Column('jsonb')
  data!: unknown;

  @Column('text', { default: 'pending' })
  status!: EmailStatus;

  /** The number of claims. Names the current claim: only its holder may report the result. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** By the database's clock, which all workers share. */
  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  /** By the database's clock. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Column('text', { nullable: true })
  providerMessageId!: string | null;

  @Column('text', { nullable: true })
  lastError!: string | null;

  /** Whether recipient and contents are erased as soon as the email is settled. */
  @Column('boolean', { default: false })
  eraseWhenSettled!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
