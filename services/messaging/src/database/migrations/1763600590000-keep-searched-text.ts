import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What searches look at is a column: a search that walks along a list would otherwise put the text together for each row that it passes.
 *
 * The column is filled as a generated one, in one rewrite of the table, and kept by a trigger from then on: for generated columns
 * TypeORM keeps a table of its own in the schema.
 */
export class KeepSearchedText1763600590000 implements MigrationInterface {
  readonly name = 'KeepSearchedText1763600590000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.searched := lower(' ' || NEW.email);
        RETURN NEW;
      END $$;

      DROP INDEX newsletter_subscribers_search;
      ALTER TABLE newsletter_subscribers ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (lower(' ' || email)) STORED;
      ALTER TABLE newsletter_subscribers ALTER COLUMN searched DROP EXPRESSION;
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF email, searched ON newsletter_subscribers FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE INDEX newsletter_subscribers_search ON newsletter_subscribers USING gin (searched gin_trgm_ops);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX newsletter_subscribers_search;
      DROP TRIGGER searched_kept ON newsletter_subscribers;
      ALTER TABLE newsletter_subscribers DROP COLUMN searched;
      CREATE INDEX newsletter_subscribers_search ON newsletter_subscribers USING gin (lower(' ' || email) gin_trgm_ops);

      DROP FUNCTION keep_searched;
    `);
  }
}
