import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ImportMapping } from '@lectern/contracts/list-import';

/** A file that is being imported into a list. */
@Entity('list_imports')
@Check('list_imports_status_known', `status IN ('read', 'checked', 'done')`)
export class ListImport {
  @PrimaryColumn('uuid')
  id!: string;

  /** The file's name. */
  @Column('text')
  name!: string;

  @Column('text')
  status!: 'read' | 'checked' | 'done';

  /** The file's headings, in order. */
  @Column('jsonb')
  columns!: string[];

  /** The number of rows in the file. */
  @Column('int')
  rows!: number;

  @Column('jsonb')
  mapping!: ImportMapping;

  @Column('int', { default: 0 })
  ready!: number;

  @Column('int', { default: 0 })
  refused!: number;

  @Index('list_imports_oldest')
  @Column('timestamptz')
  readAt!: Date;
}
