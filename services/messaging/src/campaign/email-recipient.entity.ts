import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An address of a campaign's fixed audience and the state of its email (specification, section 3 "email_recipients"). */
@Entity('email_recipients')
@Check(
  'email_recipients_status_known',
  `status IN ('pending', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'uncertain')`,
)
@Check('email_recipients_list_known', `list IN ('debate_club', 'tournament', 'newsletter')`)
@Check('email_recipients_sending_claimed', `status <> 'sending' OR claimed_at IS NOT NULL AND batch_id IS NOT NULL`)
@Index('email_recipients_once', ['emailKey', 'campaignId'], { unique: true })
@Index('email_recipients_status', ['campaignId', 'status', 'emailKey'])
@Index('email_recipients_claimed', ['claimedAt'], { where: `status = 'sending'` })
export class EmailRecipient {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The campaign; triggers keep the promise of a foreign key (`LightenLedger`). */
  @Column('uuid')
  campaignId!: string;

  /** As typed, for sending. */
  @Column('text')
  email!: string;

  /** The address for comparison: trimmed and in lower case. */
  @Column('text')
  emailKey!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'skipped' | 'uncertain';

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  clickedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** The list for which it gets the email: the first of its lists. */
  @Column('text', { default: 'newsletter' })
  list!: 'debate_club' | 'tournament' | 'newsletter';

  /** The reason of the state, where that needs one. */
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

  /** When a program prefetched the pictures. */
  @Column('timestamptz', { nullable: true })
  machineOpenedAt!: Date | null;

  /** The account that verified the address and has moved to another since; null where the row belongs to the address's present holder. */
  @Index('email_recipients_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
