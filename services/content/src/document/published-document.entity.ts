import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { DocumentAccess, EditorialDocument } from '@lectern/contracts/content/editorial';

/** A document of the association with its file, so that the entry and the file change together. */
@Entity('documents')
@Check('documents_access_known', `access IN ('public', 'members')`)
@Check('documents_bytes_counted', `bytes = octet_length(content)`)
export class PublishedDocument {
  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  kind!: EditorialDocument['kind'];

  @Column('text')
  access!: DocumentAccess;

  /** The heading under which the member page lists it. */
  @Column('text')
  groupName!: string;

  @Column('smallint')
  position!: number;

  @Column('text')
  fileName!: string;

  @Column('smallint')
  pages!: number;

  @Column('integer')
  bytes!: number;

  /** Of the file, in hexadecimal. */
  @Column('text')
  sha256!: string;

  /** The PDF */
  @Column('bytea')
  content!: Buffer;

  @Column('boolean', { default: true })
  isPublished!: boolean;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
