import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of content as of version 1.0.0. */
export class Baseline1795651200000 implements MigrationInterface {
  readonly name = 'Baseline1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- An article (specification, section 3 "blog_posts").
      CREATE TABLE blog_posts (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        title text NOT NULL,
        slug text NOT NULL,
        excerpt text NOT NULL,
        content text NOT NULL,
        html text NOT NULL DEFAULT '',
        toc jsonb NOT NULL DEFAULT '[]',
        related jsonb NOT NULL DEFAULT '[]',
        category text NOT NULL,
        author text,
        meta_title text,
        meta_description text,
        published_at timestamptz,
        updated_at timestamptz,
        is_published boolean NOT NULL DEFAULT false,
        is_featured boolean NOT NULL DEFAULT false,
        is_from_files boolean NOT NULL DEFAULT false,
        is_managed boolean NOT NULL DEFAULT false,
        listed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}',
        changed_at timestamp(3) with time zone,
        changed_by uuid,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX blog_posts_newest ON blog_posts (listed_at, id);
      CREATE INDEX blog_posts_published ON blog_posts (published_at) WHERE is_published;
      CREATE UNIQUE INDEX blog_posts_slug ON blog_posts (slug);

      -- A testimonial about the association (specification, section 3 "testimonials").
      CREATE TABLE testimonials (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        key text,
        name text NOT NULL,
        role text NOT NULL,
        avatar_url text,
        quote text NOT NULL,
        context text,
        rating smallint NOT NULL DEFAULT 5,
        position smallint NOT NULL DEFAULT 0,
        is_active boolean NOT NULL DEFAULT true,
        is_from_files boolean NOT NULL DEFAULT false,
        is_managed boolean NOT NULL DEFAULT false,
        listed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}',
        changed_at timestamp(3) with time zone,
        changed_by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT testimonials_rating_range CHECK (rating >= 1 AND rating <= 5)
      );
      CREATE UNIQUE INDEX testimonials_key ON testimonials (key);
      CREATE INDEX testimonials_newest ON testimonials (listed_at, id);
      CREATE UNIQUE INDEX testimonials_said_once ON testimonials (md5(((name || chr(10)) || quote))) WHERE is_managed;

      -- A saved version of a text of the site. Version 1 is the one that the software ships with.
      CREATE TABLE site_text_versions (
        key text NOT NULL,
        version integer NOT NULL,
        value jsonb NOT NULL,
        saved_at timestamp(3) with time zone NOT NULL,
        saved_by uuid NOT NULL,
        restored_from integer,
        CONSTRAINT site_text_versions_pkey PRIMARY KEY (key, version),
        CONSTRAINT site_text_versions_after_shipped CHECK (version > 1)
      );

      -- There while the sample content is not published: the setup of the site chose none.
      CREATE TABLE sample_removal (
        id boolean PRIMARY KEY DEFAULT true,
        removed_at timestamptz NOT NULL,
        CONSTRAINT sample_removal_one CHECK (id)
      );

      -- A document of the association with its file, so that the entry and the file change together.
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

      -- The file of a version of a document. It is read in pieces, so it is stored uncompressed.
      CREATE TABLE document_files (
        sha256 text NOT NULL CONSTRAINT document_files_pkey PRIMARY KEY,
        content bytea NOT NULL
      );
      ALTER TABLE document_files ALTER COLUMN content SET STORAGE EXTERNAL;

      -- A saved version of a document. Version 1 is the row of the document itself, which its file brings.
      CREATE TABLE document_versions (
        key text NOT NULL CONSTRAINT document_versions_document REFERENCES documents (key),
        version integer NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        pages integer NOT NULL,
        bytes integer NOT NULL,
        sha256 text NOT NULL CONSTRAINT document_versions_file REFERENCES document_files (sha256),
        saved_at timestamp(3) with time zone NOT NULL,
        saved_by uuid NOT NULL,
        restored_from integer,
        CONSTRAINT document_versions_pkey PRIMARY KEY (key, version),
        CONSTRAINT document_versions_after_shipped CHECK (version > 1)
      );

      -- Logos of the association, which versions of its profile name.
      CREATE TABLE logos (
        id text NOT NULL CONSTRAINT logos_pkey PRIMARY KEY,
        content bytea NOT NULL,
        used_at timestamp(3) with time zone NOT NULL
      );

      -- An uploaded file that no version has yet. Complete ones have their hash and pages.
      CREATE TABLE document_uploads (
        id uuid NOT NULL CONSTRAINT document_uploads_pkey PRIMARY KEY,
        content bytea NOT NULL,
        sha256 text,
        pages integer,
        started_at timestamp(3) with time zone NOT NULL
      );

      -- A picture that staff uploaded for articles. Its files are in the store of pictures.
      CREATE TABLE pictures (
        id uuid NOT NULL CONSTRAINT pictures_pkey PRIMARY KEY,
        width integer NOT NULL,
        height integer NOT NULL,
        bytes integer NOT NULL,
        uploaded_at timestamp(3) with time zone NOT NULL,
        uploaded_by uuid NOT NULL
      );
      CREATE INDEX pictures_uploaded_at ON pictures (uploaded_at);

      -- A finished meeting with its cloud recording (specification, section 3 "zoom_recordings").
      CREATE TABLE zoom_recordings (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        zoom_meeting_id text NOT NULL,
        zoom_meeting_uuid text NOT NULL,
        topic text NOT NULL,
        title text,
        is_hidden boolean NOT NULL DEFAULT false,
        is_gone boolean NOT NULL DEFAULT false,
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}',
        changed_at timestamp(3) with time zone,
        changed_by uuid,
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

      -- Progress of the full comparison of recordings with Zoom.
      CREATE TABLE recording_syncs (
        id text PRIMARY KEY,
        completed_at timestamptz,
        reached_back_to timestamptz
      );

      -- A received webhook event: the meeting it is about, never its contents.
      CREATE TABLE zoom_events (
        digest text PRIMARY KEY,
        type text NOT NULL,
        meeting_uuid text,
        received_at timestamptz NOT NULL,
        next_attempt_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        processed_at timestamptz
      );
      CREATE INDEX zoom_events_waiting ON zoom_events (next_attempt_at) WHERE processed_at IS NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE sample_removal, zoom_events, recording_syncs, zoom_recordings, pictures, document_uploads, document_versions, document_files, documents, logos, site_text_versions, testimonials, blog_posts;
    `);
  }
}
