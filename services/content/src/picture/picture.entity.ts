import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture that staff uploaded. Its files are in the store of pictures. */
@Entity('pictures')
export class Picture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pictures_pkey' })
  id!: string;

  /** Of the largest file, in pixels. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** Of all its files. */
  @Column('integer')
  bytes!: number;

  @Index('pictures_uploaded_at')
  @Column({ type: 'timestamptz', precision: 3 })
  uploadedAt!: Date;

  /** The administrator. */
  @Column('uuid')
  uploadedBy!: string;
}
