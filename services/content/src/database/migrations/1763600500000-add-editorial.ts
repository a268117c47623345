import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the association's files say beside the specified fields, and its documents (docs/adr/0012). */
export class AddEditorial1763600500000 implements MigrationInterface {
  readonly name = 'AddEditorial1763600500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE blog_posts
        ADD html text NOT NULL DEFAULT '',
        ADD toc jsonb NOT NULL DEFAULT '[]',
        ADD related jsonb NOT NULL DEFAULT '[]',
        ADD updated_at timestamptz;

      ALTER TABLE testimonials
        ADD key text,
        ADD position smallint NOT NULL DEFAULT 0;
      CREATE UNIQUE INDEX testimonials_key ON testimonials (key);

      CREATE TABLE documents (
        key text PRIMARY KEY,
        title text NOT NULL,
        description text NOT NULL,
        kind text NOT NULL,
        access text NOT NULL,
        group_name text NOT NULL,
        position smallint NOT NULL,
        file_name text NOT NULL,
        pages smallint NOT NULL,
        bytes integer NOT NULL,
        sha256 text NOT NULL,
        content bytea NOT NULL,
        is_published boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT documents_access_known CHECK (access IN ('public', 'members')),
        CONSTRAINT documents_bytes_counted CHECK (bytes = octet_length(content))
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE documents;
      ALTER TABLE testimonials DROP COLUMN key, DROP COLUMN position;
      ALTER TABLE blog_posts DROP COLUMN html, DROP COLUMN toc, DROP COLUMN related, DROP COLUMN updated_at;
    `);
  }
}
