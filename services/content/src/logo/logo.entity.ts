import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A logo of the association, as it was drawn again. Rows are added and never changed but for `usedAt`. */
@Entity('logos')
export class Logo {
  /** The SHA-256 of the PNG, in hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'logos_pkey' })
  id!: string;

  /** The PNG */
  @Column('bytea')
  content!: Buffer;

  /** When it was last uploaded, or named by a version of the profile that was saved. */
  @Column({ type: 'timestamptz', precision: 3 })
  usedAt!: Date;
}
