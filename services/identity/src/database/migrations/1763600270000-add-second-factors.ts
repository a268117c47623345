import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators may ask for a second factor at their own sign-in. */
export class AddSecondFactors1763600270000 implements MigrationInterface {
  readonly name = 'AddSecondFactors1763600270000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE second_factors (
        admin_id uuid PRIMARY KEY CONSTRAINT second_factors_admin REFERENCES admins (id) ON DELETE CASCADE,
        sealed_secret text NOT NULL,
        started_at timestamptz NOT NULL,
        enabled_at timestamptz,
        last_step integer NOT NULL DEFAULT 0,
        CONSTRAINT second_factors_last_step_real CHECK (last_step >= 0)
      );

      CREATE TABLE recovery_codes (
        admin_id uuid NOT NULL CONSTRAINT recovery_codes_second_factor REFERENCES second_factors (admin_id) ON DELETE CASCADE,
        code_hash text NOT NULL,
        PRIMARY KEY (admin_id, code_hash)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE recovery_codes; DROP TABLE second_factors;');
  }
}
