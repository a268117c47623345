import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateContent1763600100000 implements MigrationInterface {
  readonly name = 'CreateContent1763600100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE blog_posts (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        title text NOT NULL,
        slug text NOT NULL,
        excerpt text NOT NULL,
        content text NOT NULL,
        category text NOT NULL,
        author text,
        meta_title text,
        meta_description text,
        published_at timestamptz,
        is_published boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX blog_posts_slug ON blog_posts (slug);
      CREATE INDEX blog_posts_published ON blog_posts (published_at) WHERE is_published;

      CREATE TABLE testimonials (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        role text NOT NULL,
        avatar_url text,
        quote text NOT NULL,
        context text,
        rating smallint NOT NULL DEFAULT 5,
        is_active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT testimonials_rating_range CHECK (rating BETWEEN 1 AND 5)
      );

      CREATE TABLE zoom_recordings (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        zoom_meeting_id text NOT NULL,
        zoom_meeting_uuid text NOT NULL,
        topic text NOT NULL,
        host_id text,
        start_time timestamptz NOT NULL,
        duration integer NOT NULL,
        recording_count integer NOT NULL DEFAULT 0,
        recording_files jsonb NOT NULL DEFAULT '[]',
        is_debate_club boolean NOT NULL DEFAULT false,
        is_processed boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX zoom_recordings_meeting_uuid ON zoom_recordings (zoom_meeting_uuid);
      CREATE INDEX zoom_recordings_newest ON zoom_recordings (start_time, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE zoom_recordings; DROP TABLE testimonials; DROP TABLE blog_posts;');
  }
}
