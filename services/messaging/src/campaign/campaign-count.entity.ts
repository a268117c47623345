import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The change that a statement made to a count of a campaign: recipients in a state, readers who opened the email, or readers who
 * followed a link. The sum is the count. Written by triggers.
 */
@Entity('campaign_counts')
@Index('campaign_counts_campaign', ['campaignId', 'what'])
export class CampaignCount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('uuid')
  campaignId!: string;

  /** A state of recipients, `opened`, `clicked` or `machine_opened`. */
  @Column('text')
  what!: string;

  @Column('integer')
  difference!: number;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}
