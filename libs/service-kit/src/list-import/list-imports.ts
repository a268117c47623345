import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { ExportSlice } from '@lectern/contracts/list-export';
import type {
  ImportField,
  ImportMapping,
  ImportRow,
  ListImport as ListImportAnswer,
} from '@lectern/contracts/list-import';
import { type Transaction, Transactor } from '../database/transaction.ts';
import { Clock } from '../time/clock.ts';
import { requireFitting, suggestMapping, valuesOf } from './import-mapping.ts';
import { ListImport } from './list-import.entity.ts';
import type { ListImportRow } from './list-import-row.entity.ts';

/** A row that a list can accept. */
export interface ImportedRow {
  /** The person's email address, in the form in which email addresses are compared. */
  readonly emailKey: string;
}

/** A list with imports. */
export interface ImportTarget<R extends ImportedRow> {
  readonly fields: readonly ImportField[];
  /** The row of its values by field, or the problem with them. */
  read(values: Readonly<Record<string, string>>): { readonly row: R } | { readonly problem: string };
  /** The email addresses of those rows that the list cannot accept, each with the reason. */
  refusals(tx: Transaction, rows: readonly R[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Runs before the last check: no other transaction adds such rows until this one ends. Omitted where a constraint of
   * the list ensures it.
   */
  lock?(tx: Transaction): Promise<void>;
  add(tx: Transaction, rows: readonly R[]): Promise<void>;
}

interface Outcome<R> {
  readonly line: number;
  readonly problem: string | null;
  readonly row: R | undefined;
}

const SAMPLE = 5;
const PROBLEMS_SHOWN = 20;
/** As many rows as a statement can have without growing large. */
const BATCH = 2_000;
const REFUSED_SLICE = 1_000;
/** For how long a file is stored. It holds people's data, and is not covered by other clean-ups. */
const KEPT_HOURS = 24;

/**
 * Files that are being imported: read, checked, done. A service that uses it has both entities in its schema,
 * `CREATE_LIST_IMPORTS` in a migration, and {@link prune} in a job.
 */
@Injectable()
export class ListImports {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /** Begins to store a file. Until {@link finish}, only the process that reads it knows its id. */
  async start(fields: readonly ImportField[], name: string, columns: readonly string[]): Promise<{ id: string }> {
    const started = Object.assign(new ListImport(), {
      id: randomUUID(),
      name,
      status: 'read',
      columns: [...columns],
      rows: 0,
      mapping: suggestMapping(fields, columns),
      ready: 0,
      refused: 0,
      readAt: this.clock.now(),
    } satisfies ListImport);
    await this.transactor.run((tx) => tx.manager.insert(ListImport, started));
    return { id: started.id };
  }

  /** Stores rows of a file; a stored row stays. Throws `not_found`. */
  async add(id: string, rows: readonly ImportRow[]): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.lock(tx, id);
      await tx.manager.query(
        `INSERT INTO list_import_rows (import_id, line, cells)
         SELECT $1, (row->>'line')::int, row->'cells' FROM jsonb_array_elements($2::jsonb) AS row
         ON CONFLICT DO NOTHING`,
        [id, JSON.stringify(rows)],
      );
    });
  }

  /** Deletes a file that was refused while it was read. Idempotent. */
  async discard(id: string): Promise<void> {
    await this.transactor.run((tx) => tx.manager.delete(ListImport, { id }));
  }

  /** Marks the file as completely stored, ready for {@link check}. Throws `not_found`. */
  async finish(id: string): Promise<ListImportAnswer> {
    return this.transactor.run(async (tx) => {
      const read = await this.lock(tx, id);
      const [counted] = await tx.manager.query<{ rows: number }[]>(
        'SELECT count(*)::int AS rows FROM list_import_rows WHERE import_id = $1',
        [id],
      );
      read.rows = counted?.rows ?? 0;
      await tx.manager.getRepository(ListImport).save(read);
      return this.answer(tx.manager, read);
    });
  }

  /** Checks every row with a mapping. Throws `not_found` and `invalid_request`. An import that is done stays as it is. */
  async check<R extends ImportedRow>(
    target: ImportTarget<R>,
    id: string,
    mapping: ImportMapping,
  ): Promise<ListImportAnswer> {
    return this.transactor.run(async (tx) => {
      const checked = await this.lock(tx, id);
      if (checked.status === 'done') return this.answer(tx.manager, checked);
      requireFitting(target.fields, checked.columns.length, mapping);
      checked.mapping = mapping;
      await this.keep(tx, checked, await this.look(tx, target, checked), 'checked');
      return this.answer(tx.manager, checked);
    });
  }

  /**
   * Checks every row again and adds the valid ones to the list, in one transaction with the writes of `record`. An
   * import that is done is not repeated. Throws `not_found`, and `invalid_request` for an import that was never checked
   * or has no valid rows.
   */
  async do<R extends ImportedRow>(
    target: ImportTarget<R>,
    id: string,
    record: (tx: Transaction, done: Readonly<ListImport>) => Promise<void>,
  ): Promise<ListImportAnswer> {
    return this.transactor.run(async (tx) => {
      const done = await this.lock(tx, id);
      if (done.status === 'done') return this.answer(tx.manager, done);
      if (done.status === 'read')
        throw new DomainError('invalid_request', { message: 'Check the file before you import it.' });
      await target.lock?.(tx);
      const outcomes = await this.look(tx, target, done);
      const rows = outcomes.flatMap(({ row }) => row ?? []);
      if (rows.length === 0) throw new DomainError('invalid_request', { message: 'None of the rows can be imported.' });
      for (const batch of batchesOf(rows)) await target.add(tx, batch);
      await this.keep(tx, done, outcomes, 'done');
      // Rows that are in the list now need no second copy.
      await tx.manager.query('DELETE FROM list_import_rows WHERE import_id = $1 AND problem IS NULL', [id]);
      await record(tx, done);
      return this.answer(tx.manager, done);
    });
  }

  /** The refused rows with the file's own columns, and the reason in an additional one. Throws `not_found`. */
  async refused(id: string, cursor: string | undefined): Promise<ExportSlice> {
    const from = await this.dataSource.getRepository(ListImport).findOneBy({ id });
    if (from === null) throw gone();
    const after = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isSafeInteger(after)) throw new DomainError('cursor_invalid');
    const rows = await this.dataSource.query<Pick<ListImportRow, 'line' | 'cells' | 'problem'>[]>(
      'SELECT line, cells, problem FROM list_import_rows WHERE import_id = $1 AND problem IS NOT NULL AND line > $2 ORDER BY line LIMIT $3',
      [id, after, REFUSED_SLICE],
    );
    return {
      columns: [...from.columns, 'Problem'],
      rows: JSON.stringify(rows.map(({ cells, problem }) => [...cells, problem])),
      nextCursor: rows.length < REFUSED_SLICE ? null : String(rows.at(-1)?.line),
    };
  }

  /** Deletes the files that are older than a day. */
  async prune(tx: Transaction): Promise<void> {
    await tx.manager.query('DELETE FROM list_imports WHERE read_at < $1', [
      new Date(this.clock.now().getTime() - KEPT_HOURS * 3_600_000),
    ]);
  }

  /** Removes the rows with one of these email addresses from stored files. Idempotent. */
  async erase(tx: Transaction, emailKeys: readonly string[]): Promise<void> {
    await tx.manager.query(
      `DELETE FROM list_import_rows WHERE EXISTS (SELECT FROM jsonb_array_elements_text(cells) AS cell WHERE lower(trim(cell)) = ANY($1))`,
      [[...emailKeys]],
    );
  }

  private async lock(tx: Transaction, id: string): Promise<ListImport> {
    const found = await tx.manager
      .getRepository(ListImport)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (found === null) throw gone();
    return found;
  }

  private async look<R extends ImportedRow>(
    tx: Transaction,
    target: ImportTarget<R>,
    { id, mapping }: ListImport,
  ): Promise<Outcome<R>[]> {
    const rows = await tx.manager.query<Pick<ListImportRow, 'line' | 'cells'>[]>(
      'SELECT line, cells FROM list_import_rows WHERE import_id = $1 ORDER BY line',
      [id],
    );
    const first = new Map<string, { readonly line: number; readonly row: R }>();
    const outcomes = rows.map(({ line, cells }): Outcome<R> => {
      const read = target.read(valuesOf(target.fields, mapping, cells));
      if ('problem' in read) return { line, problem: read.problem, row: undefined };
      const before = first.get(read.row.emailKey);
      if (before !== undefined)
        return { line, problem: `Line ${before.line} has this address already`, row: undefined };
      first.set(read.row.emailKey, { line, row: read.row });
      return { line, problem: null, row: read.row };
    });
    const refusals = new Map<string, string>();
    for (const batch of batchesOf([...first.values()].map(({ row }) => row))) {
      for (const [emailKey, problem] of await target.refusals(tx, batch)) refusals.set(emailKey, problem);
    }
    return outcomes.map((outcome) => {
      const problem = outcome.row === undefined ? undefined : refusals.get(outcome.row.emailKey);
      return problem === undefined ? outcome : { ...outcome, problem, row: undefined };
    });
  }

  private async keep(
    tx: Transaction,
    looked: ListImport,
    outcomes: readonly Outcome<unknown>[],
    status: 'checked' | 'done',
  ): Promise<void> {
    for (const batch of batchesOf(outcomes)) {
      await tx.manager.query(
        `UPDATE list_import_rows AS row SET problem = look.problem
         FROM unnest($2::int[], $3::text[]) AS look (line, problem)
         WHERE row.import_id = $1 AND row.line = look.line AND row.problem IS DISTINCT FROM look.problem`,
        [looked.id, batch.map(({ line }) => line), batch.map(({ problem }) => problem)],
      );
    }
    looked.status = status;
    looked.refused = outcomes.filter(({ problem }) => problem !== null).length;
    looked.ready = outcomes.length - looked.refused;
    await tx.manager.getRepository(ListImport).save(looked);
  }

  private async answer(
    manager: EntityManager,
    { id, name, status, columns, rows, mapping, ready, refused }: ListImport,
  ): Promise<ListImportAnswer> {
    const part = (condition: string, limit: number): Promise<{ line: number; cells: string[]; problem: string }[]> =>
      manager.query(
        `SELECT line, cells, problem FROM list_import_rows WHERE import_id = $1 AND ${condition} ORDER BY line LIMIT ${limit}`,
        [id],
      );
    const sample = await part('true', SAMPLE);
    const problems = await part('problem IS NOT NULL', PROBLEMS_SHOWN);
    return {
      id,
      name,
      status,
      columns,
      rows,
      mapping,
      ready,
      refused,
      problems,
      sample: sample.map(({ cells }) => cells),
    };
  }
}

const gone = (): DomainError =>
  new DomainError('not_found', { message: 'This file is no longer here. Please choose it again.' });

const batchesOf = function* <T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
};
