import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Administrators write articles and testimonials beside those of the files, and decide about recordings beside Zoom. What they
 * took into their hands (`is_managed`) the files leave alone.
 */
export class LetAdministratorsWrite1763600530000 implements MigrationInterface {
  readonly name = 'LetAdministratorsWrite1763600530000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE blog_posts
        ADD is_from_files boolean NOT NULL DEFAULT false,
        ADD is_managed boolean NOT NULL DEFAULT false,
        ADD listed_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD version integer NOT NULL DEFAULT 1,
        ADD field_versions jsonb NOT NULL DEFAULT '{}';
      UPDATE blog_posts SET is_from_files = true, listed_at = coalesce(published_at, created_at);
      CREATE INDEX blog_posts_newest ON blog_posts (listed_at, id);

      ALTER TABLE testimonials
        ADD is_from_files boolean NOT NULL DEFAULT false,
        ADD is_managed boolean NOT NULL DEFAULT false,
        ADD listed_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD version integer NOT NULL DEFAULT 1,
        ADD field_versions jsonb NOT NULL DEFAULT '{}';
      UPDATE testimonials SET is_from_files = key IS NOT NULL, listed_at = created_at;
      CREATE INDEX testimonials_newest ON testimonials (listed_at, id);
      CREATE UNIQUE INDEX testimonials_said_once ON testimonials (md5(name || chr(10) || quote)) WHERE is_managed;

      ALTER TABLE zoom_recordings
        ADD title text,
        ADD is_hidden boolean NOT NULL DEFAULT false,
        ADD is_gone boolean NOT NULL DEFAULT false,
        ADD version integer NOT NULL DEFAULT 1,
        ADD field_versions jsonb NOT NULL DEFAULT '{}';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM zoom_recordings WHERE is_gone;
      ALTER TABLE zoom_recordings DROP COLUMN title, DROP COLUMN is_hidden, DROP COLUMN is_gone, DROP COLUMN version, DROP COLUMN field_versions;
      DROP INDEX testimonials_said_once;
      ALTER TABLE testimonials DROP COLUMN is_from_files, DROP COLUMN is_managed, DROP COLUMN listed_at, DROP COLUMN version, DROP COLUMN field_versions;
      ALTER TABLE blog_posts DROP COLUMN is_from_files, DROP COLUMN is_managed, DROP COLUMN listed_at, DROP COLUMN version, DROP COLUMN field_versions;
    `);
  }
}
