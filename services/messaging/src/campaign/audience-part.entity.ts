import { Check, Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { EmailCampaign } from './email-campaign.entity.ts';

/**
 * Some hundreds of a campaign's fixed audience who have no email and no row of the ledger yet, in the order of their addresses. A part
 * never changes: it is taken whole, by the lane that posts to it, or by whoever leaves one of its addresses out. What is at one place of
 * the arrays belongs together. The parts of a campaign do not overlap.
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

  /** How the ids of its recipients begin. */
  @Column('text')
  idsBegin!: string;

  /** The number that the id of the first one ends with; those after it follow. */
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
