import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { EmailStatus } from './email.ts';

/**
 * One transactional email to one person: what it says, and how far it got. Rows are kept, because an email's key is what
 * keeps it from being written a second time.
 */
@Entity('emails')
@Check('emails_status_known', `status IN ('pending', 'sending', 'sent', 'failed', 'uncertain')`)
@Check('emails_sending_claimed', `status <> 'sending' OR claimed_at IS NOT NULL`)
@Check('emails_sent_dated', `status <> 'sent' OR sent_at IS NOT NULL`)
@Index('emails_due', ['nextAttemptAt'], { where: `status = 'pending'` })
@Index('emails_to_key', { synchronize: false })
@Index('emails_claimed', ['claimedAt'], { where: `status = 'sending'` })
export class Email {
  /** Travels with the email as `custom_args.emailId` and comes back in the provider's events. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The occasion: `welcome:sub_…`. There is one email for it, ever. */
  @Index('emails_dedupe_key', { unique: true })
  @Column('text')
  dedupeKey!: string;

  @Column('text')
  to!: string;

  @Column('text', { nullable: true })
  toName!: string | null;

  /** The account that it is about, where the occasion names one; for its end. */
  @Index('emails_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** A name of `email-template.ts`. */
  @Column('text')
  template!: string;

  /** What the template needs; checked when the email is rendered. */
  @Column('jsonb')
  data!: unknown;

  @Column('text', { default: 'pending' })
  status!: EmailStatus;

  /** How often it was claimed to be posted. Names the claim: only its holder may say how it went. */
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

  /** Whether recipient and contents go as soon as nothing is left to do for it. */
  @Column('boolean', { default: false })
  eraseWhenSettled!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
