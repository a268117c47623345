import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tournament entry that an administrator removed: all that is left of it, so that its payment link says what became of it. */
@Entity('removed_entries')
export class RemovedEntry {
  @PrimaryColumn('uuid')
  registrationId!: string;

  /** Opened the payment link in the entry's email. */
  @Column('uuid')
  payKey!: string;

  @Column('timestamptz')
  removedAt!: Date;
}
