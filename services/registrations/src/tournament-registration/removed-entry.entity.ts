import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The remainder of a tournament entry that an administrator removed, from which its payment link explains the removal. */
@Entity('removed_entries')
export class RemovedEntry {
  @PrimaryColumn('uuid')
  registrationId!: string;

  /** The key of the payment link in the entry's email. */
  @Column('uuid')
  payKey!: string;

  @Column('timestamptz')
  removedAt!: Date;
}
