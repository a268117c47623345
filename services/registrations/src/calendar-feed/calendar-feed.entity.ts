import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account's calendar feed. Its URL is derived from `feedId` and a secret that is not stored here. */
@Entity('calendar_feeds')
export class CalendarFeed {
  @PrimaryColumn('uuid')
  userId!: string;

  /** A new URL has a new one. */
  @Index('calendar_feeds_feed', { unique: true })
  @Column('uuid')
  feedId!: string;

  /** The version of the session that created it: the feed ends with that version. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  @Column('timestamptz')
  createdAt!: Date;
}
