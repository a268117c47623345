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

  /** Of the session that made it: it ends with that session's version. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  @Column('timestamptz')
  createdAt!: Date;
}
