import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';
import type { PreparedCampaign } from './email/campaign-email.ts';

/** An email to an audience (specification, section 3 "email_campaigns"). */
@Entity('email_campaigns')
@Check(
  'email_campaigns_counts_not_negative',
  `recipient_count >= 0 AND sent_count >= 0 AND open_count >= 0 AND click_count >= 0`,
)
@Check('email_campaigns_audience_known', `target_audience IN ('all', 'debate_club', 'tournament', 'newsletter')`)
@Check('email_campaigns_status_known', `status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')`)
@Check(
  'email_campaigns_unsent_whole',
  `(unsent_reason IS NULL) = (unsent_at IS NULL) AND unsent_reason IN ('audience_empty', 'email_refused')`,
)
@Index('email_campaigns_newest', ['createdAt', 'id'])
@Index('email_campaigns_due', ['scheduledAt'], { where: `status = 'scheduled'` })
export class EmailCampaign {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The administrator who created it. */
  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  subject!: string;

  /** Markdown, or plain HTML */
  @Column('text')
  content!: string;

  @Column('text')
  targetAudience!: 'all' | 'debate_club' | 'tournament' | 'newsletter';

  @Column('integer', { default: 0 })
  recipientCount!: number;

  /** Emails that the provider accepted. This and the next two are some minutes behind; `campaign_counts` is exact. */
  @Column('integer', { default: 0 })
  sentCount!: number;

  @Column('integer', { default: 0 })
  openCount!: number;

  @Column('integer', { default: 0 })
  clickCount!: number;

  @Index('email_campaigns_status')
  @Column('text', { default: 'draft' })
  status!: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled';

  @Column('timestamptz', { nullable: true })
  scheduledAt!: Date | null;

  /** Why the scheduled campaign became a draft again; null otherwise, and once it is scheduled or sent again. */
  @Column('text', { nullable: true })
  unsentReason!: 'audience_empty' | 'email_refused' | null;

  /** The scheduled time at which that happened. */
  @Column('timestamptz', { nullable: true })
  unsentAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  /** Whole milliseconds, as in a page's cursor. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Counts the edits: see `edited.ts` of the contracts. */
  @Column('integer', { default: 1 })
  version!: number;

  /** For each field, the version that last changed it. */
  @Column('jsonb', { default: () => `'{}'` })
  fieldVersions!: FieldVersions;

  /** Whether the site shows it publicly once it is sent. */
  @Column('boolean', { default: false })
  isPublic!: boolean;

  /** The last edit or action. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  /** The email as it is sent, made when the audience was fixed: a later release sends the rest of the campaign unchanged. */
  @Column('jsonb', { nullable: true, select: false })
  prepared!: PreparedCampaign | null;

  /** The time when the audience was fixed. */
  @Column('timestamptz', { nullable: true })
  frozenAt!: Date | null;

  /** The time until which the provider asked to wait. By the database's clock. */
  @Column('timestamptz', { nullable: true })
  heldUntil!: Date | null;

  /** Consecutive answers of the provider that ask to wait. */
  @Column('integer', { default: 0 })
  refusals!: number;
}
