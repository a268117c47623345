import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom campaigns reach beside the subscribers: what registrations tells of its lists. */
export class KeepContacts1763600571000 implements MigrationInterface {
  readonly name = 'KeepContacts1763600571000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE contacts (
        list text NOT NULL,
        registration_id uuid NOT NULL,
        version bigint NOT NULL,
        email text,
        email_key text,
        name text,
        until timestamptz,
        CONSTRAINT contacts_list_known CHECK (list IN ('debate_club', 'tournament')),
        CONSTRAINT contacts_whole_or_empty CHECK ((email IS NULL) = (email_key IS NULL) AND (email IS NOT NULL OR name IS NULL)),
        PRIMARY KEY (list, registration_id)
      );
      CREATE INDEX contacts_person ON contacts (email_key) WHERE email_key IS NOT NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE contacts');
  }
}
