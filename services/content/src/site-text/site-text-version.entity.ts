import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A version of a text of the site. Rows are added and never changed; the newest one is current. */
@Entity('site_text_versions')
@Check('site_text_versions_after_shipped', 'version > 1')
export class SiteTextVersion {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'site_text_versions_pkey' })
  key!: string;

  /** From 2 without gaps: version 1 is the one that the software ships with. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'site_text_versions_pkey' })
  version!: number;

  /** In the form that the release of its time gave the text. */
  @Column('jsonb')
  value!: object;

  @Column({ type: 'timestamptz', precision: 3 })
  savedAt!: Date;

  /** The administrator. */
  @Column('uuid')
  savedBy!: string;

  /** The earlier version whose words it has again. */
  @Column('integer', { nullable: true })
  restoredFrom!: number | null;
}
