import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A membership that was cancelled and resumed looks as if neither had happened; a person's timeline shows both. */
export class RecordRenewalChanges1763600371000 implements MigrationInterface {
  readonly name = 'RecordRenewalChanges1763600371000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE renewal_changes (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT renewal_changes_pkey PRIMARY KEY,
        customer_id text NOT NULL,
        subscription_id text NOT NULL,
        change text NOT NULL CONSTRAINT renewal_changes_change_known CHECK (change IN ('cancelled', 'resumed')),
        period_end timestamptz NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX renewal_changes_customer ON renewal_changes (customer_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE renewal_changes');
  }
}
