import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mailbox that staff merged into another person, and the other services that have confirmed it. Afterwards nothing personal is left. */
@Entity('merges')
@Index('merges_open', ['mergedAt'], { where: 'old_key IS NOT NULL' })
export class Merge {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz')
  mergedAt!: Date;

  /** Null once every service has confirmed, like the other two. */
  @Column('text', { nullable: true })
  oldKey!: string | null;

  @Column('text', { nullable: true })
  newKey!: string | null;

  /** The account of `newKey`, if it has one. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Names of services. */
  @Column('text', { array: true, default: () => `'{}'` })
  confirmedBy!: string[];

  /** A digest of the request, for a day: a repetition must ask for the same. */
  @Column('text', { nullable: true })
  requestHash!: string | null;
}
