import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = `btrim(lower(regexp_replace(first_name || ' ' || last_name, '\\s+', ' ', 'g')))`;

/** Two people may share a mailbox: who registers is known by name and email address together. */
export class ShareMailboxes1763600540000 implements MigrationInterface {
  readonly name = 'ShareMailboxes1763600540000';
  readonly transaction = false;

  static readonly whileServing = {
    "no longer keeps unique: tournament_registrations (email_key, event_id where (payment_status <> 'refunded'::text))":
      'no statement names it: the revision before asks under the lock of the event, and finds one of the two',
    "no longer keeps unique: bootcamp_registrations (email_key, event_id where ((payment_status <> 'refunded'::text) AND (hidden_at IS NULL)))":
      'no statement names it: the revision before asks under the lock of the event, and finds one of the two',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS tournament_registrations_once_named');
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY tournament_registrations_once_named ON tournament_registrations (event_id, email_key, (${NAME})) WHERE payment_status <> 'refunded'`,
    );
    await queryRunner.query('DROP INDEX IF EXISTS tournament_registrations_once');
    await queryRunner.query('DROP INDEX IF EXISTS bootcamp_registrations_once_named');
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY bootcamp_registrations_once_named ON bootcamp_registrations (event_id, email_key, (${NAME})) WHERE payment_status <> 'refunded' AND hidden_at IS NULL`,
    );
    await queryRunner.query('DROP INDEX IF EXISTS bootcamp_registrations_once');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX tournament_registrations_once_named; DROP INDEX bootcamp_registrations_once_named;
      CREATE UNIQUE INDEX tournament_registrations_once ON tournament_registrations (event_id, email_key) WHERE payment_status <> 'refunded';
      CREATE UNIQUE INDEX bootcamp_registrations_once
        ON bootcamp_registrations (event_id, email_key) WHERE payment_status <> 'refunded' AND hidden_at IS NULL;
    `);
  }
}
