import { Check, Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { EmailCampaign } from './email-campaign.entity.ts';

/**
 * Some hundreds of recipients of a campaign's fixed audience, in the order of their addresses, who have no email and no ledger row
 * yet. A part never changes: the lane that posts to it, or the caller that skips one of its addresses, takes the whole part. The
 * same index in all arrays belongs to the same recipient. The parts of a campaign do not overlap.
 */
@Entity('audience_parts')
@Check(
  'audience_parts_whole',
  'cardinality(email_keys) > 0 AND cardinality(emails) = cardinality(email_keys) AND cardinality(names) = cardinality(email_keys) AND cardinality(lists) = cardinality(email_keys)',
)
export class AudiencePart {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @ManyToOne(() => EmailCampaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'audience_parts_campaign_fk' })
  campaign?: Relation<EmailCampaign>;

  @PrimaryColumn('text')
  firstKey!: string;

  @Column('text')
  lastKey!: string;

  /** The common beginning of its recipients' ids. */
  @Column('text')
  idsBegin!: string;

  /** The number that ends the first recipient's id; the next ones count on. */
  @Column('integer')
  firstNumber!: number;

  @Column('text', { array: true })
  emailKeys!: string[];

  @Column('text', { array: true })
  emails!: string[];

  @Column('text', { array: true })
  names!: (string | null)[];

  @Column('text', { array: true })
  lists!: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
