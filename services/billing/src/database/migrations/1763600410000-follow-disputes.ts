import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes: their events name a charge and no customer, and a payment is shown as disputed until the bank has decided. */
export class FollowDisputes1763600410000 implements MigrationInterface {
  readonly name = 'FollowDisputes1763600410000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE stripe_events ADD COLUMN charge_id text;
      ALTER TABLE payments ADD COLUMN is_disputed boolean NOT NULL DEFAULT false;
      ALTER TABLE purchases ADD COLUMN is_disputed boolean NOT NULL DEFAULT false;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE purchases DROP COLUMN is_disputed;
      ALTER TABLE payments DROP COLUMN is_disputed;
      ALTER TABLE stripe_events DROP COLUMN charge_id;
    `);
  }
}
