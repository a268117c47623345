import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What searches look at is a column: a search that walks along a list would otherwise put the text together for each row that it passes.
 *
 * The column is filled as a generated one, in one rewrite of the table, and kept by a trigger from then on: for generated columns
 * TypeORM keeps a table of its own in the schema.
 */
export class KeepSearchedText1763600530000 implements MigrationInterface {
  readonly name = 'KeepSearchedText1763600530000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.searched := lower(' ' || NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email);
        RETURN NEW;
      END $$;

      DROP INDEX debate_club_registrations_search;
      ALTER TABLE debate_club_registrations ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || email)) STORED;
      ALTER TABLE debate_club_registrations ALTER COLUMN searched DROP EXPRESSION;
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON debate_club_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE INDEX debate_club_registrations_search ON debate_club_registrations USING gin (searched gin_trgm_ops);

      DROP INDEX tournament_registrations_search;
      ALTER TABLE tournament_registrations ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || email)) STORED;
      ALTER TABLE tournament_registrations ALTER COLUMN searched DROP EXPRESSION;
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON tournament_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE INDEX tournament_registrations_search ON tournament_registrations USING gin (searched gin_trgm_ops);

      DROP INDEX bootcamp_registrations_search;
      ALTER TABLE bootcamp_registrations ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || email)) STORED;
      ALTER TABLE bootcamp_registrations ALTER COLUMN searched DROP EXPRESSION;
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON bootcamp_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE INDEX bootcamp_registrations_search ON bootcamp_registrations USING gin (searched gin_trgm_ops);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX debate_club_registrations_search;
      DROP TRIGGER searched_kept ON debate_club_registrations;
      ALTER TABLE debate_club_registrations DROP COLUMN searched;
      CREATE INDEX debate_club_registrations_search ON debate_club_registrations USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      DROP INDEX tournament_registrations_search;
      DROP TRIGGER searched_kept ON tournament_registrations;
      ALTER TABLE tournament_registrations DROP COLUMN searched;
      CREATE INDEX tournament_registrations_search ON tournament_registrations USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      DROP INDEX bootcamp_registrations_search;
      DROP TRIGGER searched_kept ON bootcamp_registrations;
      ALTER TABLE bootcamp_registrations DROP COLUMN searched;
      CREATE INDEX bootcamp_registrations_search ON bootcamp_registrations USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      DROP FUNCTION keep_searched;
    `);
  }
}
