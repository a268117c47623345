import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An account that was deleted, or a mailbox without one: the only row that is left of it here, and the other services that have confirmed
 * that nothing is left there.
 */
@Entity('erasures')
export class Erasure {
  /** Of a mailbox without an account, an id of its own. */
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('timestamptz')
  erasedAt!: Date;

  /** Names of services. */
  @Column('text', { array: true, default: () => `'{}'` })
  confirmedBy!: string[];

  /**
   * A digest of the request of staff ({@link hashOf}), for a day: a repetition must ask for the same. Null where its holder deleted the
   * account.
   */
  @Column('text', { nullable: true })
  requestHash!: string | null;
}
