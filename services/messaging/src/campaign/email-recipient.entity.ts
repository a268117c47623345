import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One address of a campaign's frozen audience and what became of its email (specification, section 3 "email_recipients"). */
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

  /** Of a campaign that is there: triggers keep what a foreign key would (`LightenLedger`). */
  @Column('uuid')
  campaignId!: string;

  /** As typed, for sending. */
  @Column('text')
  email!: string;

  /** The address as it is compared: trimmed, without letter case. */
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

  /** Why they get it: the first of the lists that they are on. */
  @Column('text', { default: 'newsletter' })
  list!: 'debate_club' | 'tournament' | 'newsletter';

  /** Why the email is in its state, where that needs one. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** Names the claim: only its holder may say how the email went. */
  @Column('uuid', { nullable: true })
  batchId!: string | null;

  /** By the database's clock. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** When a program fetched its pictures ahead. */
  @Column('timestamptz', { nullable: true })
  machineOpenedAt!: Date | null;

  /** The account that had verified the address and moved to another since; null where the rows of an address are its present holder's. */
  @Index('email_recipients_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
