import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The file of one or several versions of documents. */
@Entity('document_files')
export class DocumentFile {
  /** Of the file, in hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'document_files_pkey' })
  sha256!: string;

  /** The PDF */
  @Column('bytea')
  content!: Buffer;
}
