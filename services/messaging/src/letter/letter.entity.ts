import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { LetterStatus } from './letter.ts';

/**
 * One transactional letter to one person: what it says, and how far it got. Rows are kept, because a letter's key is what
 * keeps it from being written a second time.
 */
@Entity('letters')
@Check('letters_status_known', `status IN ('pending', 'sending', 'sent', 'failed', 'uncertain')`)
@Check('letters_sending_claimed', `status <> 'sending' OR claimed_at IS NOT NULL`)
@Check('letters_sent_dated', `status <> 'sent' OR sent_at IS NOT NULL`)
@Index('letters_due', ['nextAttemptAt'], { where: `status = 'pending'` })
@Index('letters_to_key', { synchronize: false })
@Index('letters_claimed', ['claimedAt'], { where: `status = 'sending'` })
export class Letter {
  /** Travels with the letter as `custom_args.letterId` and comes back in the provider's events. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The occasion: `welcome:sub_…`. There is one letter for it, ever. */
  @Index('letters_dedupe_key', { unique: true })
  @Column('text')
  dedupeKey!: string;

  @Column('text')
  to!: string;

  @Column('text', { nullable: true })
  toName!: string | null;

  /** The account that it is about, where the occasion names one; for its end. */
  @Index('letters_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** A name of `letter-template.ts`. */
  @Column('text')
  template!: string;

  /** What the template needs; checked when the letter is rendered. */
  @Column('jsonb')
  data!: unknown;

  @Column('text', { default: 'pending' })
  status!: LetterStatus;

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
