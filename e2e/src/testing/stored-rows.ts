import type pg from 'pg';

const SCHEMAS = ['identity', 'billing', 'registrations', 'messaging', 'content'];

/** A fingerprint of each table, which differs when any row does. */
export type Stored = ReadonlyMap<string, string>;

/** Tables whose rows differ between the two. */
export const changedBetween = (before: Stored, after: Stored): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((table) => before.get(table) !== after.get(table))
    .toSorted();

/** Looks at the rows of all services from outside. */
export class StoredRows {
  private question: Promise<string> | undefined;

  constructor(private readonly database: pg.Pool) {}

  /** As long as this stays the same, no process has written anything. */
  async moment(): Promise<string> {
    const { rows } = await this.database.query<{ moment: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS moment',
    );
    return rows[0]!.moment;
  }

  async now(): Promise<Stored> {
    this.question ??= this.ask();
    const { rows } = await this.database.query<{ name: string; print: string }>(await this.question);
    return new Map(rows.map(({ name, print }) => [name, print]));
  }

  private async ask(): Promise<string> {
    const { rows } = await this.database.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY($1)`,
      [SCHEMAS],
    );
    return rows
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(one::text, 0)), 0) AS print FROM ${name} one`,
      )
      .join(' UNION ALL ');
  }
}
