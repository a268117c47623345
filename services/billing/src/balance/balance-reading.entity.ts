import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the provider's ledger was read: one row. A reading that was cut off continues at its position. */
@Entity('balance_readings')
@Check('balance_readings_one', 'id = 1')
export class BalanceReading {
  @PrimaryColumn('integer', { default: 1 })
  id!: number;

  /** Everything that the provider had listed by then is stored; missing until the first reading is finished. */
  @Column('timestamptz', { nullable: true })
  completeUntil!: Date | null;

  /** When the last reading began that went back far enough for late entries. */
  @Column('timestamptz', { nullable: true })
  rereadAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  /** Of the reading in progress; missing between readings. */
  @Column('timestamptz', { nullable: true })
  beganAt!: Date | null;

  /** It lists what was made since then; from the beginning where it is missing. */
  @Column('timestamptz', { nullable: true })
  listedFrom!: Date | null;

  /** The last movement that it stored. The provider lists the newest first. */
  @Column('text', { nullable: true })
  position!: string | null;
}
