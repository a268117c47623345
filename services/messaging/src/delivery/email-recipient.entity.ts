import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { MailingList, RecipientStatus } from '@lectern/contracts/messaging/campaign-model';

/**
 * One email to one recipient, and its status (specification, section 3 "email_recipients"): an address of a campaign's fixed audience,
 * or a transactional email with its own contents. Rows are kept, because a key prevents a second email for the same occasion.
 */
@Entity('email_recipients')
@Check(
  'email_recipients_status_known',
  `status IN ('pending', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'uncertain')`,
)
@Check('email_recipients_list_known', `list IN ('debate_club', 'tournament', 'newsletter')`)
@Check('email_recipients_sending_claimed', `status <> 'sending' OR claimed_at IS NOT NULL AND batch_id IS NOT NULL`)
@Check(
  'email_recipients_kind',
  `(campaign_id IS NULL) = (list IS NULL) AND (campaign_id IS NULL) = (dedupe_key IS NOT NULL) AND (campaign_id IS NULL) = (template IS NOT NULL)`,
)
@Index('email_recipients_once', ['emailKey', 'campaignId'], { unique: true })
@Index('email_recipients_status', ['campaignId', 'status', 'emailKey'], { where: 'campaign_id IS NOT NULL' })
@Index('email_recipients_due', ['nextAttemptAt'], { where: `status = 'pending' AND campaign_id IS NULL` })
@Index('email_recipients_claimed', ['claimedAt'], { where: `status = 'sending'` })
@Index('email_recipients_limited', ['limitKey', 'createdAt'], { where: 'limit_key IS NOT NULL' })
@Index('email_recipients_about', { synchronize: false })
@Index('email_recipients_event_notices', { synchronize: false })
@Index('email_recipients_merged', { synchronize: false })
export class EmailRecipient {
  /**
   * The provider gets it as `custom_args.recipientId` and returns it in its events. Ordered by time: random ids would touch another page
   * of the index for each recipient of a campaign.
   */
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  // By name: the folder of campaigns imports this one.
  @ManyToOne('EmailCampaign', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'email_recipients_campaign_fk' })
  campaign?: object;

  /** As typed, for sending; empty once it is erased. */
  @Column('text')
  email!: string;

  /** The address for comparison: trimmed and in lower case. */
  @Column('text')
  emailKey!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { default: 'pending' })
  status!: RecipientStatus;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  clickedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** The reason of the status, where that needs one. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** Names the claim: only its holder may report the result of the post. */
  @Column('uuid', { nullable: true })
  batchId!: string | null;

  /** By the database's clock. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('text', { nullable: true })
  providerMessageId!: string | null;

  /**
   * The account that a transactional email is about, or that verified the address and has moved to another since; null where the row
   * belongs to the address's present holder.
   */
  @Index('email_recipients_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Of a campaign's email: the list for which the address gets it, the first of its lists. */
  @Column('text', { nullable: true })
  list!: MailingList | null;

  /** Of a campaign's email: when a program prefetched the pictures. */
  @Column('timestamptz', { nullable: true })
  machineOpenedAt!: Date | null;

  /** Of a transactional email: its occasion, such as `welcome:sub_…`. It never has a second email. */
  @Index('email_recipients_dedupe_key', { unique: true, where: 'dedupe_key IS NOT NULL' })
  @Column('text', { nullable: true })
  dedupeKey!: string | null;

  /** Of a transactional email that is limited per hour and mailbox: a keyed hash of mailbox and occasion, by which it is counted. */
  @Column('text', { nullable: true })
  limitKey!: string | null;

  /** Of a transactional email: a template name of `email-template.ts`. */
  @Column('text', { nullable: true })
  template!: string | null;

  /** Of a transactional email: the template's data; checked when the email is rendered. */
  @Column('jsonb', { nullable: true })
  data!: object | null;

  /** Of a transactional email: when it is due, by the database's clock. */
  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  /** Whether recipient and contents are erased as soon as the email is settled. */
  @Column('boolean', { default: false })
  eraseWhenSettled!: boolean;
}
