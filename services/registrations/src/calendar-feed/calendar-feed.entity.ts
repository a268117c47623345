import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The calendar that an account has an address for. The address itself follows from `feedId` and a secret that is not stored here. */
@Entity('calendar_feeds')
export class CalendarFeed {
  @PrimaryColumn('uuid')
  userId!: string;

  /** Another one with each new address. */
  @Index('calendar_feeds_feed', { unique: true })
  @Column('uuid')
  feedId!: string;

  @Column('timestamptz')
  createdAt!: Date;
}
