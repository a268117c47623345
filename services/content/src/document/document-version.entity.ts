import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DocumentFile } from './document-file.entity.ts';
import { PublishedDocument } from './published-document.entity.ts';

/** A version of a document that staff saved. Rows are added and never changed; the newest one is current. */
@Entity('document_versions')
@Check('document_versions_after_shipped', 'version > 1')
export class DocumentVersion {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'document_versions_pkey' })
  key!: string;

  @ManyToOne(() => PublishedDocument)
  @JoinColumn({ name: 'key', foreignKeyConstraintName: 'document_versions_document' })
  document?: Relation<PublishedDocument>;

  /** From 2 without gaps: version 1 is the one that the files of the association bring. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'document_versions_pkey' })
  version!: number;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('integer')
  pages!: number;

  @Column('integer')
  bytes!: number;

  @Column('text')
  sha256!: string;

  @ManyToOne(() => DocumentFile)
  @JoinColumn({ name: 'sha256', foreignKeyConstraintName: 'document_versions_file' })
  file?: Relation<DocumentFile>;

  @Column({ type: 'timestamptz', precision: 3 })
  savedAt!: Date;

  /** The administrator. */
  @Column('uuid')
  savedBy!: string;

  /** The earlier version that it is again. */
  @Column('integer', { nullable: true })
  restoredFrom!: number | null;
}
