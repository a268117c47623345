import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * By how many a statement changed what is counted of a campaign: recipients in a state, or who opened it or followed a link. The sum
 * is how many there are. Written by triggers.
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
