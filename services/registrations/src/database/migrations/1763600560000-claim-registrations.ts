import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Registrations without an account are published as claims, which identity grants to the account of the mailbox. An entry remembers the
 * membership that made it free.
 */
export class ClaimRegistrations1763600560000 implements MigrationInterface {
  readonly name = 'ClaimRegistrations1763600560000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE tournament_registrations ADD COLUMN claimed_at timestamptz, ADD COLUMN free_subscription_id text;
      ALTER TABLE bootcamp_registrations ADD COLUMN claimed_at timestamptz;
      ALTER TABLE debate_club_registrations ADD COLUMN claimed_at timestamptz;
      ALTER TABLE accounts ADD COLUMN email_verified_at timestamptz;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE tournament_registrations DROP COLUMN claimed_at, DROP COLUMN free_subscription_id;
      ALTER TABLE bootcamp_registrations DROP COLUMN claimed_at;
      ALTER TABLE debate_club_registrations DROP COLUMN claimed_at;
      ALTER TABLE accounts DROP COLUMN email_verified_at;
    `);
  }
}
