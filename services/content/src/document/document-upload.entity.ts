import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that staff upload, piece by piece. Its columns `sha256` and `pages` are set once it is complete and passed every check. */
@Entity('document_uploads')
export class DocumentUpload {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_uploads_pkey' })
  id!: string;

  @Column('bytea')
  content!: Buffer;

  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('integer', { nullable: true })
  pages!: number | null;

  @Column({ type: 'timestamptz', precision: 3 })
  startedAt!: Date;
}
