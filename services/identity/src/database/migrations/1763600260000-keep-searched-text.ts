import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What searches look at is a column: a search that walks along a list would otherwise put the text together for each row that it passes.
 *
 * The column is filled as a generated one, in one rewrite of the table, and kept by a trigger from then on: for generated columns
 * TypeORM keeps a table of its own in the schema.
 */
export class KeepSearchedText1763600260000 implements MigrationInterface {
  readonly name = 'KeepSearchedText1763600260000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.searched := lower(' ' || NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email);
        RETURN NEW;
      END $$;

      DROP INDEX users_search;
      ALTER TABLE users ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || email)) STORED;
      ALTER TABLE users ALTER COLUMN searched DROP EXPRESSION;
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON users FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE INDEX users_search ON users USING gin (searched gin_trgm_ops);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX users_search;
      DROP TRIGGER searched_kept ON users;
      ALTER TABLE users DROP COLUMN searched;
      CREATE INDEX users_search ON users USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      DROP FUNCTION keep_searched;
    `);
  }
}
