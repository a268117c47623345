import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ListImport } from './list-import.entity.ts';

/** A row of a file that is being imported. */
@Entity('list_import_rows')
export class ListImportRow {
  @PrimaryColumn('uuid')
  importId!: string;

  @ManyToOne(() => ListImport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'list_import_rows_import' })
  listImport?: Relation<ListImport>;

  @PrimaryColumn('int')
  line!: number;

  @Column('jsonb')
  cells!: string[];

  /** Why it cannot be imported, by the last check. */
  @Column('text', { nullable: true })
  problem!: string | null;
}

/** Creates the tables of imports, for a migration of a service with imports. */
export const CREATE_LIST_IMPORTS = `
  CREATE TABLE list_imports (
    id uuid NOT NULL CONSTRAINT list_imports_pkey PRIMARY KEY,
    name text NOT NULL,
    status text NOT NULL CONSTRAINT list_imports_status_known CHECK (status IN ('read', 'checked', 'done')),
    columns jsonb NOT NULL,
    rows integer NOT NULL,
    mapping jsonb NOT NULL,
    ready integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    read_at timestamptz NOT NULL
  );
  CREATE INDEX list_imports_oldest ON list_imports (read_at);
  CREATE TABLE list_import_rows (
    import_id uuid NOT NULL CONSTRAINT list_import_rows_import REFERENCES list_imports (id) ON DELETE CASCADE,
    line integer NOT NULL,
    cells jsonb NOT NULL,
    problem text,
    CONSTRAINT list_import_rows_pkey PRIMARY KEY (import_id, line)
  );`;
