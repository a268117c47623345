import { beforeAll, describe, expect, it } from 'vitest';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { DatabaseSchema } from '../database/data-source.ts';
import { problemsWhileServing } from './migrations-while-serving.ts';

/** Changes of the table `t` by a migration, and their findings. Each one gets its own table. */
const PLANTED: Readonly<Record<string, readonly [sql: string, ...findings: string[]]>> = {
  // Takes something from the serving revision.
  aDroppedTable: ['DROP TABLE t', 'takes the table t'],
  aRenamedTable: ['ALTER TABLE t RENAME TO t_renamed', 'takes the table t'],
  aDroppedColumn: ['ALTER TABLE t DROP COLUMN name', 'takes the column t.name'],
  aRenamedColumn: ['ALTER TABLE t RENAME COLUMN name TO title', 'takes the column t.name'],
  aColumnDroppedWhereNoTextShowsIt: [
    `DO $do$ BEGIN EXECUTE 'ALTER TABLE t DROP' || ' COLUMN name'; END $do$`,
    'takes the column t.name',
  ],
  aDroppedUniqueness: ['DROP INDEX t_email', 'no longer keeps unique: t (email)'],
  // Refuses something to it.
  aRequiredColumnWithoutDefault: [
    'ALTER TABLE t ADD COLUMN kind text NOT NULL',
    'requires the new column t.kind, which has no default',
  ],
  anotherType: [
    'ALTER TABLE t ALTER COLUMN score TYPE bigint',
    'makes t.score bigint, which was integer',
    'rewrites t',
  ],
  aTakenDefault: ['ALTER TABLE t ALTER COLUMN rank DROP DEFAULT', 'takes the default of t.rank, which is required'],
  aRequiredColumn: [
    'ALTER TABLE t ALTER COLUMN name SET NOT NULL',
    'requires t.name',
    'looks at every row of t to require t.name',
  ],
  aColumnThatIsRequiredAlready: ['ALTER TABLE t ALTER COLUMN proven SET NOT NULL', 'requires t.proven'],
  aRule: [
    'ALTER TABLE t ADD CONSTRAINT t_score CHECK (score > 0)',
    'holds what is written to t.t_score',
    'looks at every row of t for t.t_score',
  ],
  aRuleForNewRows: [
    'ALTER TABLE t ADD CONSTRAINT t_score CHECK (score > 0) NOT VALID',
    'holds what is written to t.t_score',
  ],
  aReference: [
    'ALTER TABLE t ADD CONSTRAINT t_self FOREIGN KEY (score) REFERENCES t (id)',
    'holds what is written to t.t_self',
    'looks at every row of t for t.t_self',
  ],
  aUniqueRule: [
    'ALTER TABLE t ADD CONSTRAINT t_name UNIQUE (name)',
    'holds what is written to t.t_name',
    'looks at every row of t for t.t_name',
  ],
  // Makes it wait.
  anIndex: ['CREATE INDEX t_name ON t (name)', 'builds t_name while nobody may write to t'],
  aRebuiltIndex: [
    'DROP INDEX t_score_index; CREATE INDEX t_score_index ON t (score, name)',
    'builds t_score_index while nobody may write to t',
  ],
  aStoredExpression: [`ALTER TABLE t ADD COLUMN searched text GENERATED ALWAYS AS (lower(name)) STORED`, 'rewrites t'],
  aDefaultOfItsOwnForEachRow: ['ALTER TABLE t ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid()', 'rewrites t'],
  rowsThatAreFilled: [`UPDATE t SET name = 'nobody' WHERE name IS NULL`, 'changes rows of t and holds them to its end'],
  rowsThatAreDeleted: [
    'WITH gone AS (DELETE FROM t RETURNING id) SELECT count(*) FROM gone',
    'changes rows of t and holds them to its end',
  ],
  aLock: ['LOCK TABLE t IN SHARE MODE', 'locks t'],
  aCluster: ['CLUSTER t USING t_email', 'rewrites t', 'locks t'],
  // It never notices.
  aColumn: ['ALTER TABLE t ADD COLUMN note text'],
  aColumnWithADefault: [
    `ALTER TABLE t ADD COLUMN is_hidden boolean NOT NULL DEFAULT false, ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()`,
  ],
  aTableWithEverything: [
    'CREATE TABLE t_new (id int PRIMARY KEY, of int REFERENCES t (id), kind text NOT NULL CHECK (kind <> $$$$)); CREATE INDEX t_new_kind ON t_new (kind); UPDATE t_new SET kind = kind',
  ],
  aFunctionThatWritesLater: [
    'CREATE FUNCTION touch_t() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET score = 1; RETURN NULL; END $$; CREATE TRIGGER touched AFTER UPDATE OF name ON t EXECUTE FUNCTION touch_t()',
  ],
  aWiderRule: ['ALTER TABLE t ALTER COLUMN email DROP NOT NULL'],
};

const TABLE = `CREATE TABLE t (id int PRIMARY KEY, name text, email text NOT NULL, score int, rank int NOT NULL DEFAULT 0, proven text CONSTRAINT t_proven CHECK (proven IS NOT NULL));
  CREATE UNIQUE INDEX t_email ON t (email); CREATE INDEX t_score_index ON t (score)`;

let time = 1_763_600_990_000;
const migration = (
  name: string,
  sql: string,
  more: { whileServing?: Record<string, string>; transaction?: boolean } = {},
): DatabaseSchema['migrations'][number] => {
  const named = `${name}${(time += 1)}`;
  class Planted implements MigrationInterface {
    static readonly whileServing = more.whileServing;
    readonly name = named;
    readonly transaction = more.transaction;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }
    async down(): Promise<void> {}
  }
  return Object.defineProperty(Planted, 'name', { value: named });
};

/** The same with its own table. */
const withOwnTable = (name: string, text: string): string =>
  text.replaceAll(/\bt(?=\b|_)/g, `t${Object.keys(PLANTED).indexOf(name)}`);

describe('a migration that runs while the previous revision serves', () => {
  let found: string[];
  const first = migration(
    'First',
    Object.keys(PLANTED)
      .map((name) => withOwnTable(name, TABLE))
      .join(';'),
  );
  const planted = Object.entries(PLANTED).map(([name, [sql]]) => migration(name, withOwnTable(name, sql)));

  beforeAll(async () => {
    found = await problemsWhileServing(
      { service: 'content', entities: [], migrations: [first, ...planted] },
      first.name,
    );
  });

  it.each(Object.entries(PLANTED))('%s: %s', (name, [, ...findings]) => {
    const named = planted.find((each) => each.name.replace(/\d+$/, '') === name)!.name;
    const said = found
      .filter((finding) => finding.startsWith(`${named} `))
      .map((finding) => finding.slice(named.length + 1));
    expect(said.toSorted()).toEqual(findings.map((finding) => withOwnTable(name, finding)).toSorted());
  });

  it('may do things with a reason, and nothing else; builds an index concurrently; is checked only after the served one', async () => {
    const base = migration('Base', TABLE);
    const served = migration('Served', 'ALTER TABLE t DROP COLUMN score');
    const reasoned = migration('Reasoned', 'ALTER TABLE t DROP COLUMN name; CREATE INDEX t_rank ON t (rank)', {
      whileServing: { 'takes the column t.name': 'nobody has read it since it moved' },
    });
    const silent = migration('Silent', 'ALTER TABLE t DROP COLUMN rank', {
      whileServing: { 'takes the column t.rank': ' ' },
    });
    const boasting = migration('Boasting', 'SELECT 1', { whileServing: { 'takes the table t': 'it is empty' } });
    const beside = migration('Beside', 'CREATE UNIQUE INDEX CONCURRENTLY t_key ON t (id, email)', {
      transaction: false,
    });
    const bound = migration('Bound', 'ALTER TABLE t ADD CONSTRAINT t_key UNIQUE USING INDEX t_key', {
      whileServing: { 'holds what is written to t.t_key': 'ids are unique by themselves' },
    });
    const schema: DatabaseSchema = {
      service: 'content',
      entities: [],
      migrations: [base, served, reasoned, silent, boasting, beside, bound],
    };
    expect(await problemsWhileServing(schema, served.name)).toEqual([
      `${reasoned.name} builds t_rank while nobody may write to t`,
      `${silent.name} takes the column t.rank`,
      `${boasting.name} says why it may do what it does not: takes the table t`,
    ]);
  });

  it('fails where the served migration is unknown', async () => {
    await expect(
      problemsWhileServing({ service: 'content', entities: [], migrations: [first] }, 'Unknown1'),
    ).rejects.toThrow('content has no migration Unknown1');
  });
});
