import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators read everything of a person at once, and persons download it: none of it by reading whole tables. */
export class FindPersons1763600555000 implements MigrationInterface {
  readonly name = 'FindPersons1763600555000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX letters_to_key ON letters (lower(btrim("to")));
      CREATE INDEX contact_messages_email_key ON contact_messages (lower(btrim(email)));
      CREATE INDEX provider_events_email_key ON provider_events (lower(btrim(email)));
      CREATE INDEX email_recipients_person ON email_recipients (email_key);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP INDEX letters_to_key, contact_messages_email_key, provider_events_email_key, email_recipients_person',
    );
  }
}
